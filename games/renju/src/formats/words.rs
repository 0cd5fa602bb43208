//! What is wrong with a game file: everything these parsers say to a person.

gyoji_words::messages! {
    // The class's file: `2,1;8;8,2;7;7`.
    field(number, why) "field {number}: {why}" / "{number} 番目の項目: {why}";
    bom() "the file begins with an invisible byte order mark (BOM)" / "ファイルの先頭に、目に見えない BOM（バイト順マーク）が付いています";
    fix_bom() "save it as UTF-8 without BOM" / "BOM なしの UTF-8 で保存してください";
    mark_bom() "byte order mark (BOM)" / "BOM（バイト順マーク）";
    several_lines() "the game is one line, but there is more than one" / "対局は1行に書きますが、2行以上あります";
    mark_line_end() "a line ends here" / "ここで改行されています";
    fix_one_line() "write everything in one line" / "全体を1行に書いてください";
    full_width(sign) "\"{sign}\" is a full-width (zenkaku) character" / "「{sign}」は全角文字です";
    mark_full_width() "full-width" / "全角文字です";
    fix_half_width() "write digits, commas and semicolons in half-width (ASCII)" / "数字・コンマ・セミコロンは半角で書いてください";
    no_count() "the number of moves has to stand first, but this is a move already" / "先頭には総手数を書きますが、いきなり手が書かれています";
    mark_no_count() "expected the number of moves" / "ここは総手数です";
    fix_no_count(count) "begin with the number of moves: {count},..." / "先頭に総手数を書いてください: {count},...";
    count_is_no_number(text) "\"{text}\" is not a number of moves" / "「{text}」は総手数として読めません";
    fix_count() "begin with the number of moves and a comma: 2,1;8;8,2;7;7" / "先頭に総手数とコンマを書いてください（例 2,1;8;8,2;7;7）";
    empty_field() "nothing stands between two commas" / "コンマとコンマの間が空です";
    mark_empty() "nothing here" / "何も書かれていません";
    fix_empty() "put exactly one comma between two moves" / "手と手の間のコンマは1つだけにしてください";
    parts(text, count) "\"{text}\" is not a move: that has three parts, player;y;x (here: {count})" / "「{text}」は手ではありません。手は「番号;y;x」の3個の数で書きます（ここでは {count} 個）";
    mark_parts() "expected player;y;x" / "「番号;y;x」と書いてください";
    fix_parts() "write each move as player;y;x, with semicolons: 1;8;8" / "手は「番号;y;x」とセミコロンで区切って書いてください（例 1;8;8）";
    player_is_no_number(text) "\"{text}\" is not the number of a player" / "「{text}」は対局者の番号として読めません";
    coordinate_is_no_number(name, text) "{name} is \"{text}\", which is not a whole number" / "{name} の「{text}」は整数ではありません";
    mark_number() "expected a whole number" / "ここは整数です";
    fix_number() "write whole numbers without sign and fraction" / "符号や小数点のない整数で書いてください";
    looks_zero_based(name) "{name} is 0, but counting begins at 1: this looks 0-based" / "{name} が 0 ですが、座標は 1 から数えます。0 始まりで書かれているようです";
    all_zero_based() "every coordinate is one less than in the file we gave: this looks 0-based" / "どの座標も渡したファイルより 1 小さくなっています。0 始まりで書かれているようです";
    mark_zero_based() "0-based?" / "0 始まり？";
    fix_zero_based() "add 1 to y and x, or set one-based to false" / "y と x に 1 を足すか、one-based を false にしてください";
    looks_one_based(name, value) "{name} is {value}, but counting begins at 0: this looks 1-based" / "{name} が {value} ですが、座標は 0 から数えます。1 始まりで書かれているようです";
    all_one_based() "every coordinate is one more than in the file we gave: this looks 1-based" / "どの座標も渡したファイルより 1 大きくなっています。1 始まりで書かれているようです";
    mark_one_based() "1-based?" / "1 始まり？";
    fix_one_based() "subtract 1 from y and x, or set one-based to true" / "y と x から 1 を引くか、one-based を true にしてください";
    off_board(name, value, first, last) "{name} is {value}, but the board goes from {first} to {last}" / "{name} が {value} ですが、盤は {first} から {last} までです";
    mark_off_board() "off the board" / "盤の外です";
    fix_off_board() "check the coordinates of the move" / "手の座標を確かめてください";
    third_player(number, first, second) "{number} is a third player: {first} and {second} play already" / "{number} は3人目の番号です。対局者は {first} と {second} です";
    mark_third_player() "a third player" / "3人目の番号";
    fix_players() "use the same two numbers through the whole game" / "1局を通じて同じ2つの番号を使ってください";
    wrong_count(said, count) "it says {said} moves, but {count} follow" / "総手数は {said} と書かれていますが、実際の手は {count} 手です";
    mark_wrong_count(count) "expected {count}" / "正しくは {count} です";
    fix_wrong_count() "write the number of moves that follow (set strict to false to let it pass)" / "実際の手数を書いてください（strict を false にすると見逃します）";
    moved_twice(player) "player {player} moves twice in a row" / "対局者 {player} が続けて打っています";
    mark_moved_twice(player) "{player} again" / "また {player} です";
    fix_moved_twice() "the players move in turn (set strict to false to let it pass)" / "手は交互に打ちます（strict を false にすると見逃します）";

    same_numbers() "first and second must be different numbers" / "first と second は別の番号にしてください";

    // What a program made of the file it was given.
    empty_file() "the file is empty: the moves that were in it are gone" / "ファイルが空です。書かれていた手がなくなっています";
    fix_whole_game() "write the whole game back: the moves that were there, and yours behind them" / "対局全体を書き戻してください（元の手に、自分の手を1つ加えます）";
    nothing_appended() "no move was appended" / "手が書き足されていません";
    mark_nothing() "your move is missing here" / "ここに自分の手がありません";
    fix_append(example) "append your move and raise the number: {example}" / "総手数を1つ増やし、自分の手を書き足してください（例 {example}）";
    several_appended(count) "{count} moves were appended, but it is one at a time" / "手が {count} 個書き足されていますが、一度に打てるのは1手です";
    mark_several() "too many" / "余分な手です";
    moves_missing(found, wanted) "only {found} of the {wanted} moves that were in the file are left" / "ファイルにあった {wanted} 手のうち {found} 手しか残っていません";
    mark_missing() "moves are missing here" / "ここから手が消えています";
    own_changed(before, now) "your own move {before} has become {now}" / "自分の以前の手 {before} が {now} に変わっています";
    opponent_changed(before, now) "the opponent's move {before} has become {now}" / "相手の手 {before} が {now} に書き換えられています";
    mark_changed(before) "was {before}" / "元は {before} です";
    fix_changed() "leave the moves that were there as they are" / "すでにある手は書き換えないでください";
    all_swapped() "y and x are exchanged in every move: y comes first" / "どの手も y と x が逆です。y を先に書きます";
    mark_swapped() "y and x exchanged" / "y と x が逆です";
    fix_swapped() "write player;y;x" / "「番号;y;x」の順に書いてください";
    as_opponent(number, own) "the new move carries {number}, the number of the opponent; yours is {own}" / "新しい手の番号が相手の {number} になっています。あなたの番号は {own} です";
    as_stranger(number, own) "the new move carries the number {number}; yours is {own}" / "新しい手の番号が {number} になっています。あなたの番号は {own} です";
    mark_player(own) "expected {own}" / "正しくは {own} です";
    fix_player() "your number is that of the move before last (the first player's is 1, unless it is said)" / "自分の番号は2手前の手と同じ番号です（指定がなければ先手が 1、後手が 2）";
    expected_sheet(example) "the whole file with your move behind the others, such as {example}" / "{example} のように自分の手を最後に書き足したファイル全体";

    // Other formats.
    no_such_format(hint) "no such format{hint}" / "そのような形式はありません{hint}";
    no_point() "not a point: expected a row of points such as h8i9j10" / "点ではありません（h8i9j10 のように点を並べて書きます）";
    line(number, why) "line {number}: {why}" / "{number} 行目: {why}";
    psq_header() "expected a first line such as \"Piskvorky 15x15, 11:11, 0\"" / "1行目は「Piskvorky 15x15, 11:11, 0」のような行です";
    psq_size(width, height) "a board of {width}x{height}: only square boards of 5 to 19 lines can be read" / "{width}x{height} の盤です。読めるのは 5 から 19 路の正方形の盤だけです";
    psq_move() "expected a move such as 8,8,1200: column, row and milliseconds, counted from 1" / "「8,8,1200」のような手を書いてください（列、行、ミリ秒。1 から数える）";
    off_this_board(size) "this point is not on a board of {size} lines" / "{size} 路の盤にない点です";
    taken(point) "there is a stone on {point} already" / "{point} にはすでに石があります";
    sgf_start() "an SGF file begins with \"(;\"" / "SGF は「(;」で始まります";
    sgf_game(found) "this is a game of GM[{found}]; renju and gomoku are GM[4]" / "GM[{found}] のゲームです。連珠・五目並べは GM[4] です";
    sgf_size(text) "SZ[{text}]: only square boards of 5 to 19 lines can be read" / "SZ[{text}]: 読めるのは 5 から 19 路の正方形の盤だけです";
    sgf_point(text) "\"{text}\" is not a point: expected two letters such as hh, or h8" / "「{text}」は点ではありません（hh のような2文字か、h8 のように書きます）";
    sgf_open() "a value that begins with [ has no end ]" / "[ で始まる値に ] がありません";
    sgf_value(name) "{name} has no value in [ ]" / "{name} に [ ] の値がありません";
    sgf_unexpected(text) "did not expect \"{text}\" here" / "ここに「{text}」は書けません";
    sgf_unfinished() "the file ends before the game does: a ) is missing" / "対局の途中でファイルが終わっています（) がありません）";
    sgf_turn(colour) "it is not {colour}'s turn: a renju game has black and white in turn" / "{colour} の番ではありません（連珠の棋譜は黒白交互です）";
    not_in_turn(format) "{format} can only say games in which black and white move in turn" / "{format} で書けるのは、黒白が交互に打つ対局だけです";
}
