create table meta (
    name {text} not null primary key,
    value {int} not null
);
insert into meta (name, value) values ('synced', 0);
create table players (
    number {key},
    hash {text} not null unique,
    name {text} not null,
    text {text} not null,
    version {text} not null,
    first_ms {int} not null
);
create table series (
    number {key},
    name {text} not null unique
);
create table games (
    number {key},
    id {text} not null unique,
    series {int} not null,
    stage {text} not null,
    round {int} not null,
    pairing {int} not null,
    nth {int} not null,
    replay {int} not null,
    game {text} not null,
    seats {text} not null,
    why {text} not null,
    ending {text} not null,
    plies {int} not null,
    started_ms {int} not null,
    faults {text} not null
);
create index games_by_place on games (series, stage, round, pairing, nth, replay, number);
create table records (
    number {int} not null primary key,
    zstd {blob} not null
);
create table events (
    number {key},
    token {text} not null unique,
    name {text} not null,
    run {int} not null,
    series {int} not null,
    game {text} not null,
    text {text} not null,
    started_ms {int} not null,
    finished_ms {int} not null,
    result {text} not null,
    joined {text} not null,
    unique (name, run)
);
create table entrants (
    event {int} not null,
    nth {int} not null,
    player {int} not null,
    primary key (event, nth)
);
create table locks (
    event {text} not null primary key,
    token {text} not null,
    host {text} not null,
    room {text} not null,
    pid {int} not null,
    born {int} not null,
    since_ms {int} not null,
    beat_ms {int} not null
);
create table gaps (
    series {int} not null,
    stage {text} not null,
    round {int} not null,
    pairing {int} not null,
    nth {int} not null,
    primary key (series, stage, round, pairing, nth)
);
