//! What is wrong with a file of games: everything these parsers say to a person.

gyoji_words::messages! {
    no_such_format(hint) "no such format{hint}" / "そのような形式はありません{hint}";
    no_game() "there is no game in it; check that it is the right file" / "対局が1局も書かれていません。ファイルが正しいか確かめてください";
    not_utf8(at) "not text in UTF-8 (byte {at}); save it in UTF-8 or plain ASCII" / "UTF-8 のテキストではありません（{at} バイト目）。UTF-8 か半角英数字で保存してください";
    place(line, column, game, why) "line {line}, column {column} (game {game}): {why}" / "{line} 行 {column} 文字目（{game} 局目）: {why}";
    game(number, why) "game {number}: {why}" / "{number} 局目: {why}";

    // Moves.
    illegal(number, colour, mv, why) "move {number}: {colour} cannot play {mv} ({why}); check the moves before it, too" / "{number} 手目: {colour}は {mv} に打てません（{why}）。それまでの手も確かめてください";
    not_the_turn(number, mv, colour) "move {number}, {mv}: it is {colour}'s turn; check the moves before it, too" / "{number} 手目 {mv}: {colour}の番です。それまでの手も確かめてください";
    is_over(mv) "{mv} comes after the end: neither side can move any more; begin a new game in a new line" / "{mv} は終局後の手です（もうどちらも打てません）。別の対局は新しい行に書いてください";
    no_move() "not a move: write squares such as f5d6c3, and pa for a pass" / "手ではありません。f5d6c3 のようにマスを並べ、パスは pa と書いてください";
    no_position() "expected 64 squares of X, O and - from a1 to h8, and X or O to move" / "a1 から h8 まで X・O・- を64文字、続けて手番（X か O）を書いてください";
    size(size) "a board of {size}x{size}: only games on 8x8 can be read" / "{size}x{size} の盤です。読めるのは 8x8 の対局だけです";

    // OBF.
    obf_move() "expected a move and what it is worth, such as h4:+2; with semicolons between them" / "「h4:+2;」のように、手とその値をセミコロンで区切って書いてください";
    ffo_columns() "expected empty squares, score and best moves behind a position with a number, such as 20 +38 a2,b3" / "番号付きの局面の後には「20 +38 a2,b3」のように、空きマスの数、値、最善手を書いてください";

    // GGF.
    ggf_start() "no game begins with \"(;\" here; check that it is a GGF file" / "「(;」で始まる対局がありません。GGF ファイルか確かめてください";
    ggf_unfinished() "the file ends before the game does: \";)\" is missing" / "対局の途中でファイルが終わっています（「;)」がありません）";
    ggf_property() "expected a name with a value in brackets, such as PB[name], or the end \";)\"" / "「PB[名前]」のような項目か、終わりの「;)」を書いてください";
    ggf_open(name) "the value of {name} has no end \"]\"" / "{name} の値に「]」がありません";
    ggf_game(name) "a game of GM[{name}]; only GM[Othello] can be read" / "GM[{name}] のゲームです。読めるのは GM[Othello] だけです";
    ggf_board() "expected BO[8 …] with 64 squares of *, O and -, and * or O to move" / "BO[8 …] には *・O・- を64文字、続けて手番（* か O）を書いてください";
    ggf_late_board() "BO stands behind a move; it belongs before the first one" / "BO が手の後にあります。最初の手より前に書いてください";
    ggf_move(text) "\"{text}\" is not a move: expected a square, its value and its seconds, such as F5, F5//1.2 or PA" / "「{text}」は手ではありません。F5、F5//1.2（マス、評価値、秒）、パスは PA と書きます";

    // WTHOR.
    wthor_header(length) "{length} bytes are too few for a WTHOR file, which begins with 16; check that it is the right file" / "{length} バイトしかありません（WTHOR ファイルの見出しは 16 バイトです）。ファイルが正しいか確かめてください";
    wthor_short(said, there, length) "it says {said} games, but its {length} bytes have room for {there}; it is cut off, or no WTHOR file" / "{said} 局と書かれていますが、{length} バイトには {there} 局しか入りません。途中で切れているか、WTHOR ファイルではありません";
    wthor_short_names(said, there, size) "it says {said} names of {size} bytes, but there are {there}; it is cut off, or another kind of file" / "{size} バイトの名前が {said} 個と書かれていますが、{there} 個しかありません。途中で切れているか、別の種類のファイルです";
    wthor_place(game, at, why) "game {game}, byte {at}: {why}" / "{game} 局目（{at} バイト目）: {why}";
    wthor_score(score) "black has {score} discs, but there are only 64; the file is damaged, or no WTHOR file" / "黒の石が {score} 個になっています（最大 64 個）。ファイルが壊れているか、WTHOR ファイルではありません";
    wthor_move(number) "{number} is not a square: they go from 11 (a1) to 88 (h8); the file is damaged, or no WTHOR file" / "{number} はマスの番号ではありません（11 = a1 から 88 = h8 まで）。ファイルが壊れているか、WTHOR ファイルではありません";
    wthor_start() "WTHOR has only games from the usual start; use ggf or transcript" / "WTHOR に書けるのは通常の初期配置の対局だけです。ggf か transcript を使ってください";
    wthor_names() "WTHOR has no room for more than 65534 names; write fewer games into one file" / "WTHOR に書ける名前は 65534 個までです。1つのファイルの対局を減らしてください";
}
