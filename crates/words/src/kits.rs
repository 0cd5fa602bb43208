//! Kits, folders that are players, and building them.

messages! {
    no_kit_for(hint) "there is no kit for this game{hint}" / "このゲームのひな形はありません{hint}";
    no_such_language(hint) "there is no kit in this language{hint}" / "この言語のひな形はありません{hint}";
    no_language_named(known)
        "say which language to write it in: --lang {known}"
        / "何の言語で書くか指定してください: --lang {known}";
    no_such_protocol(hint)
        "there is no kit for this protocol{hint}" / "このプロトコルのひな形はありません{hint}";
    is_built()
        "It is built first, whenever a file of it has changed."
        / "ファイルが変わっていれば、先に自動でビルドされます。";
    needs_no_build() "There is nothing to build." / "ビルドは要りません。";
    not_a_name()
        "the name of a player has letters, digits, - and _ in it (and Japanese, as you like), no spaces"
        / "プレイヤーの名前には文字・数字・- ・_ が使えます（日本語も使えます）。空白は使えません";
    folder_is_there(folder)
        "{folder} is there already, and not empty; choose another name" / "{folder} はすでにあり、空ではありません。別の名前にしてください";
    made(folder, file)
        "made {folder}: the function to edit is choose in {file}" / "{folder} を作りました。書き換えるのは {file} の関数 choose です";
    made_own_api(folder)
        "made {folder}: see README.md there" / "{folder} を作りました。中の README.ja.md を読んでください";
    next_check(folder) "try it:     gyoji check {folder}" / "試す:       gyoji check {folder}";
    next_match(game, folder, opponents)
        "first game: gyoji match {game} {folder} {opponents}" / "最初の対局: gyoji match {game} {folder} {opponents}";
    missing_program(program)
        "note: {program} is not installed on this machine yet" / "注意: このマシンには {program} がまだありません";
    no_settings(folder)
        "this is a folder without a gyoji.toml; a player is a folder that has one (gyoji new-bot makes it), or a program in it such as {folder}/my_ai.py"
        / "gyoji.toml のないフォルダです。プレイヤーになるのは gyoji.toml のあるフォルダ（gyoji new-bot で作れます）か、{folder}/my_ai.py のようなプログラムです";
    unreadable_settings(problem) "gyoji.toml: {problem}" / "gyoji.toml: {problem}";
    bad_settings(line, problem)
        "gyoji.toml: {line}: {problem}; a line is written as key = \"value\""
        / "gyoji.toml の {line} 行目が読めません。key = \"値\" のように、値を \" で囲んでください（{problem}）";
    missing_key(key)
        "gyoji.toml: {key} is missing; it needs game = \"…\" and run = \"…\" (and, as you like, dialect, build, name)"
        / "gyoji.toml に {key} がありません。game = \"…\" と run = \"…\" が必要です（dialect・build・name は省略できます）";
    unknown_key(key)
        "gyoji.toml: {key} is not known; known: game, dialect, build, run, name"
        / "gyoji.toml の {key} は使えません。使えるのは game・dialect・build・run・name です";
    not_text(key) "gyoji.toml: {key} has to be a text: {key} = \"…\"" / "gyoji.toml の {key} は文字列です: {key} = \"…\"";
    other_game(theirs, ours)
        "this folder is a player of {theirs}, not of {ours} (gyoji.toml: game)"
        / "このフォルダは {theirs} のプレイヤーで、{ours} のものではありません（gyoji.toml の game）";
    its_folder(dialect, folder, written)
        "its gyoji.toml says that it speaks {dialect}: name its folder, {folder}, or write {written}"
        / "gyoji.toml によると、プロトコルは {dialect} です。フォルダ {folder} を指定するか、{written} と書いてください";
    building(name, command) "building {name}: {command}" / "{name} をビルドしています: {command}";
    build_failed(name, command, code)
        "{name} could not be built: {command} ended with {code}; its words are above"
        / "{name} をビルドできませんでした（{command} が {code} で終了）。上がその出力です";
    no_compiler(name, command)
        "{name} could not be built: {command} needs a program that is not installed here; its name is above"
        / "{name} をビルドできませんでした。{command} に必要なプログラムがこのマシンにありません（名前は上の出力にあります）";
    letters_of_a_path()
        "its path has letters beyond ASCII: if files are said not to be there, the locale is not one of UTF-8 (export LC_ALL=C.UTF-8)"
        / "パスに日本語などの文字があります。あるはずのファイルが「ない」と言われるときは、ロケールを UTF-8 にしてください（export LC_ALL=C.UTF-8 GYOJI_LANG=ja）";
    cannot_build(name, problem)
        "{name} could not be built: {problem}" / "{name} をビルドできませんでした: {problem}";
    no_game_named()
        "say which game it plays: --game GAME (a folder of gyoji new-bot says so itself)"
        / "どのゲームのプログラムか指定してください: --game ゲーム（gyoji new-bot のフォルダなら不要です）";
    zip_made(file) "wrote {file}" / "{file} を書きました";
}
