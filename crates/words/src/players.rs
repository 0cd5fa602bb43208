//! What is wrong with a player as it was written.

messages! {
    no_room(error)
        "this player cannot be locked in: {error}" / "このプレイヤーを隔離できません: {error}";
    empty()
        "write a player: a program such as my_ai.py, a command line, bot:NAME or human"
        / "対局者を書いてください: my_ai.py のようなプログラム、コマンド、bot:名前、human";
    no_command(dialect)
        "a command belongs after {dialect}: for example {dialect}:python3 my_ai.py"
        / "{dialect}: のあとにコマンドを書いてください（例 {dialect}:python3 my_ai.py）";
    unknown_prefix(hint) "unknown kind of player{hint}" / "対局者の種類がわかりません{hint}";
    only_an_interpreter(program)
        "{program} alone is no player; put the command line in quotation marks: \"{program} my_ai ...\""
        / "{program} だけでは対局者になりません。コマンド全体を引用符で囲んでください: \"{program} my_ai ...\"";
    tcp_address() "write tcp:HOST:PORT, or tcp:listen=PORT" / "tcp:ホスト:ポート、または tcp:listen=ポート と書いてください";
    tcp_port()
        "the port must be a number from 1 to 65535: tcp:HOST:PORT, or tcp:listen=PORT (0: any free port)"
        / "ポートは 1 から 65535 までの数で書いてください: tcp:ホスト:ポート、または tcp:listen=ポート（0 なら空いているポート）";
    tcp_host()
        "this is no host: write a name or an address, such as tcp:localhost:5000 or tcp:[::1]:5000"
        / "ホスト名かアドレスを書いてください（例 tcp:localhost:5000、tcp:[::1]:5000）";
    not_for_a_bot(option)
        "{option} is about the program of a player, and a built-in bot or a person has none"
        / "{option} はプログラムに対する指定なので、内蔵ボットや人には使えません";
    cannot_keep(dialect)
        "a program of the dialect {dialect} leaves at the end of a game: lifetime=keep is not possible"
        / "{dialect} プロトコルのプログラムは対局の終わりに終了するので、lifetime=keep は使えません";
    file_name() "file must be the name of a file, without a folder" / "file にはフォルダを含まないファイル名を書いてください";
    no_file(dialect)
        "file= is for programs that are run on a file; one of the dialect {dialect} reads its stdin"
        / "file= はファイルを受け渡すプロトコルのプログラム用です。{dialect} プロトコルのプログラムは標準入力を読みます";
    file_needs_a_program(dialect)
        "the dialect {dialect} passes a file to a program, so a command belongs after it"
        / "{dialect} プロトコルはプログラムとファイルを受け渡すので、プログラムのコマンドが必要です";
    no_streams()
        "only a program has two streams to be merged; it is the other side that decides what comes over a connection"
        / "出力をまとめられるのはプログラムだけです（接続先の出力は接続先が決めます）";
    file_is_per_move(dialect)
        "a program of the dialect {dialect} is run once for each move: lifetime can only be per-move"
        / "{dialect} プロトコルのプログラムは1手ごとに起動するので、lifetime は per-move だけです";
    file_cannot_retry(dialect)
        "a program of the dialect {dialect} has ended when its move is judged: policy=retry is not possible; use practice"
        / "{dialect} プロトコルのプログラムは判定のときには終了しているので、policy=retry は使えません。practice を使ってください";
    unheard_clock(name, dialect, clock)
        "{name} plays under a clock of {clock}, but its dialect {dialect} cannot say what is left: it has to keep the time itself"
        / "{name} の持ち時間は {clock} ですが、{dialect} プロトコルでは残り時間を伝えられません。プログラム自身で時間を計る必要があります";
    bad_quotes() "a quotation mark is not closed" / "引用符が閉じていません";
    no_such_file() "no such file" / "そのようなファイルはありません";
    no_such_folder(folder) "there is no folder {folder}" / "フォルダ {folder} がありません";
    is_a_folder() "this is a folder, not a program" / "プログラムではなくフォルダです";
    no_such_program()
        "no such program: it is neither a file here nor a command in PATH"
        / "そのようなプログラムはありません（ここにファイルもなく、PATH にもコマンドがありません）";
    is_empty_file()
        "this file is empty (0 bytes): has it been saved, or built?"
        / "ファイルが空（0 バイト）です。保存やビルドができているか確かめてください";
    not_executable(path)
        "the file cannot be executed; make it executable with chmod +x {path}, or write its interpreter before it"
        / "実行できないファイルです。chmod +x {path} で実行できるようにするか、前にインタプリタを書いてください";
    no_plain_file()
        "this is neither a file nor a folder, so it cannot be a program"
        / "ファイルでもフォルダでもないので、プログラムとして使えません";
    source_file(compile)
        "this is source code: compile it first, for example with {compile}"
        / "これはソースコードです。先にコンパイルしてください（例 {compile}）";
    shebang_crlf()
        "the file is there, but its first line (#!...) ends in CRLF, so that the system looks for a program with \\r in its name; save the file with LF"
        / "ファイルはありますが、1行目（#!…）の改行が CRLF なので、名前に \\r の付いたプログラムが探されます。改行を LF にして保存してください";
    shebang_missing(program)
        "the file is there, but {program}, which its first line (#!...) names, is not"
        / "ファイルはありますが、1行目（#!…）に書かれた {program} がありません";
    broken_program()
        "the file is damaged: it begins like a program but is cut off; build it again"
        / "ファイルが壊れています（プログラムの途中で切れています）。ビルドし直してください";
    other_machine()
        "this program was built for another kind of processor; build it on this machine"
        / "別の種類の CPU 用にビルドされたプログラムです。このマシンでビルドしてください";
    no_interpreter(program, package)
        "running it needs {program}, which is not installed (Debian: apt install {package})"
        / "実行に必要な {program} がインストールされていません（Debian では apt install {package}）";
}
