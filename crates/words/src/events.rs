//! What is wrong with the file of an event, and what has changed in it.

messages! {
    not_toml(problem) "this cannot be read as TOML: {problem}" / "TOML として読めません: {problem}";
    twice(key) "{key} is there twice" / "{key} が2回書かれています";
    too_large(most) "the file is larger than {most} bytes" / "ファイルが {most} バイトを超えています";
    unknown_key(key) "there is no key {key} here" / "ここに {key} という項目はありません";
    unknown_table(key) "there is no table [{key}]" / "[{key}] という表はありません";
    did_you_mean(word) "did you mean {word}?" / "もしかして: {word}";
    known(words) "known: {words}" / "使えるもの: {words}";
    missing(key) "{key} is missing" / "{key} がありません";
    missing_in(key, table) "{key} is missing in this [[{table}]]" / "この [[{table}]] に {key} がありません";
    write_for_example(example) "for example: {example}" / "例: {example}";
    wants_text(key) "{key} has to be a text in quotation marks" / "{key} は引用符で囲んだ文字列にしてください";
    wants_number(key, least, most) "{key} has to be a whole number from {least} to {most}" / "{key} は {least} から {most} までの整数にしてください";
    wants_flag(key) "{key} has to be true or false" / "{key} は true か false にしてください";
    wants_word(key) "{key} has to be one of the known words" / "{key} に使えない語です";
    wants_points(key) "{key} has to be a list of whole numbers, one for each place: [3, 2, 1, 0]" / "{key} は順位ごとの整数を並べたものにしてください（例: [3, 2, 1, 0]）";
    wants_table(key) "{key} has to be a table: [{key}]" / "{key} は表 [{key}] にしてください";
    wants_tables(key) "{key} has to be written as [[{key}]], once for each" / "{key} は1つずつ [[{key}]] と書いてください";
    wants_value(key) "{key} has to be a text, a number, true or false" / "{key} は文字列、数、true、false のどれかにしてください";

    bad_name(key) "{key} cannot be shown on a screen: it is empty, or has spaces at its ends, line ends or invisible signs" / "{key} が画面に出せません（空、前後の空白、改行、見えない文字は使えません）";
    wide_name(key, most) "{key} is wider than {most} columns" / "{key} が長すぎます（半角 {most} 文字分まで）";
    numbered_name() "the sign # is kept for events that are held again" / "# は、やり直したイベントの番号に使うので書けません";
    same_name(name, line) "{name} is there already, on line {line}" / "{name} は {line} 行目にもあります";
    names_differ() "give everybody a name of their own" / "名前が重ならないようにしてください";
    too_large_to_look(name, most) "{name} is larger than {most} MB" / "{name} は {most} MB を超えています";
    two_openings() "opening and openings cannot both be there" / "opening と openings は同時に使えません";

    points_length(seats, found) "this game has {seats} places, but {found} points are given" / "このゲームの順位は {seats} つですが、勝ち点が {found} 個書かれています";
    points_order() "a worse place cannot be worth more" / "下の順位の勝ち点を、上の順位より多くすることはできません";
    few_players(seats, found) "{found} players, but it takes at least {seats}" / "参加者が {found} 人です（少なくとも {seats} 人必要です）";
    add_players() "add [[player]] with name and command" / "[[player]] に name と command を書いて加えてください";
    many_players(most) "more than {most} players" / "参加者は {most} 人までです";

    not_with_stages(key) "{key} stands in the stages if there are any" / "[[stage]] があるとき、{key} はその中に書きます";
    not_a_stage(format) "{format} is an event by itself and no stage" / "{format} は単独のイベント用で、ステージにはできません";
    not_in_format(key, format) "{key} means nothing in the format {format}" / "形式 {format} では {key} は使えません";
    is_for(key, formats) "{key} is for: {formats}" / "{key} が使える形式: {formats}";
    last_advance() "nothing comes after this stage: there is nowhere to go on to" / "この後にステージがないので、advance は書けません";
    needs_advance() "how many go on to the next stage? advance is missing" / "次のステージに進む人数（advance）がありません";
    few_advance(advance, least) "{advance} go on, but the next stage takes at least {least}" / "{advance} 人が進みますが、次のステージには少なくとも {least} 人必要です";
    many_advance(advance, most) "{advance} go on, but only {most} are there" / "{advance} 人が進むことになっていますが、参加者は {most} 人です";
    small_groups(size, advance) "there are groups of {size}, of whom {advance} cannot go on" / "{size} 人のグループから {advance} 人は進めません";
    only_two(format) "{format} is for games of two" / "{format} は2人用ゲームの形式です";
    only_four(format) "{format} is for games of four" / "{format} は4人用ゲームの形式です";
    instead(formats) "instead: {formats}" / "代わりに使える形式: {formats}";
    too_many_games(games, most) "that would be {games} games; {most} are the most" / "全部で {games} 局になります（{most} 局まで）";
    fewer_games() "fewer games or players, or another format" / "対局数か参加者を減らすか、別の形式にしてください";
    uneven_qualifying(teams, games, seats) "{teams} teams with {games} games each do not fill tables of {seats}" / "{teams} チームが {games} 局ずつでは、{seats} 人の卓を過不足なく作れません";
    even_qualifying(number) "a multiple of {number} does" / "{number} の倍数にしてください";

    changed(key, old, new) "{key}: {old} → {new}" / "{key}: {old} → {new}";
    nothing() "(not there)" / "（なし）";
    player_gone(name) "player {name} is gone" / "参加者 {name} がいなくなりました";
    player_new(name) "player {name} is new" / "参加者 {name} が加わりました";
    players_moved() "the players are in another order" / "参加者の順番が変わりました";

    too_many_files(folder, most) "{folder} holds more than {most} files: give the player a folder of its own with dir" / "{folder} のファイルが {most} 個を超えています。dir に専用のフォルダを指定してください";
    too_many_bytes(folder, most) "the files in {folder} are larger than {most} MB together: give the player a folder of its own with dir" / "{folder} のファイルが合計 {most} MB を超えています。dir に専用のフォルダを指定してください";
}
