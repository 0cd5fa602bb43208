-- Tries that count for nobody, so that they can be left out of a count without reading all games.
create index games_for_nobody on games (series) where why in ('void', 'aborted');
