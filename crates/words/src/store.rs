//! What can stand in the way of keeping games, and what happens to the database meanwhile.

messages! {
    bad_url(problem)
        "this is no address of a PostgreSQL database: {problem}; it looks like postgres://USER:PASSWORD@HOST:PORT/DATABASE"
        / "PostgreSQL データベースのアドレスではありません: {problem}（postgres://ユーザー:パスワード@ホスト:ポート/データベース名 の形で書きます）";
    no_folder(path, error)
        "the folder {path} for the games cannot be made: {error}"
        / "対局を保存するフォルダ {path} を作れません: {error}";
    not_a_folder(path)
        "{path} is a file; games are kept in a folder, so name one"
        / "{path} はファイルです。対局はフォルダに保存するので、フォルダを指定してください";
    not_allowed(place, error)
        "{place} may not be written to: {error}; change its permissions or choose another place with --data"
        / "{place} に書き込めません: {error}。権限を変えるか、--data で別の場所を指定してください";
    not_a_store(place)
        "{place} is not a store of gyoji; choose another place with --data, or move that file away"
        / "{place} は gyoji の保存先ではありません。--data で別の場所を指定するか、そのファイルをよそへ移してください";
    damaged(place, error)
        "{place} is damaged: {error}; put a copy of it back, or save what can be read with `sqlite3 gyoji.db .recover`"
        / "{place} が壊れています: {error}。控えから戻すか、`sqlite3 gyoji.db .recover` で読める部分を取り出してください";
    damaged_database(place, error)
        "the database {place} is damaged: {error}; restore it from a backup"
        / "データベース {place} が壊れています: {error}。バックアップから戻してください";
    damaged_game(id, error)
        "the stored game {id} is damaged: {error}"
        / "保存された対局 {id} が壊れています: {error}";
    newer(place, found, known)
        "{place} was made by a newer gyoji (version {found}; this one knows up to {known}): use the newer gyoji"
        / "{place} は新しい gyoji のものです（バージョン {found}。この gyoji が扱えるのはバージョン {known} まで）。新しい gyoji を使ってください";
    full(place)
        "there is no room left on the disk of {place}: make room and run the same command again; what was stored is safe"
        / "{place} のディスクに空きがありません。空きを作って同じコマンドをもう一度実行してください。保存済みの対局は無事です";
    busy(place)
        "{place} is held by another program and did not become free; end that program and try again"
        / "{place} はほかのプログラムが使っていて、空きません。そのプログラムを終わらせてから、もう一度実行してください";
    not_copied(path, error)
        "before it is changed for this gyoji the store is copied, but {path} could not be written: {error}"
        / "この gyoji に合わせて変更する前に控えを取りますが、{path} に書けません: {error}";
    not_reached(place, error)
        "the database {place} cannot be reached: {error}; does it run, and are host and port right?"
        / "データベース {place} に接続できません: {error}。起動していますか。ホストとポートは正しいですか";
    login_refused(place, error)
        "the database {place} refuses the login: {error}; check user and password (also PGPASSWORD)"
        / "データベース {place} にログインできません: {error}。ユーザー名とパスワード（PGPASSWORD も）を確かめてください";
    no_such_database(place, error)
        "there is no such database at {place}: {error}; make it with `createdb`"
        / "{place} にそのデータベースはありません: {error}。`createdb` で作ってください";
    no_rights(place, error)
        "the user of {place} lacks the rights: {error}; make it the owner of the database, or let it create there"
        / "{place} のユーザーに権限がありません: {error}。データベースの所有者にするか、作成の権限を与えてください";
    no_encryption()
        "encrypted connections (sslmode=require) are not supported; connect through a tunnel, for example `ssh -L`"
        / "暗号化接続（sslmode=require）には対応していません。`ssh -L` などのトンネルを使ってください";
    database_error(place, error)
        "the database {place} says: {error}"
        / "データベース {place} のエラー: {error}";
    waiting(place, error)
        "the database {place} is away ({error}); waiting for it, nothing is lost"
        / "データベース {place} と通信できません（{error}）。戻るのを待っています。失われるものはありません";
    back(place)
        "the database {place} is back; going on"
        / "データベース {place} が戻りました。続けます";
    not_waited(place, error)
        "the database {place} was away and is not waited for any longer: {error}"
        / "データベース {place} と通信できないため、待つのをやめました: {error}";
    no_end(id)
        "the game {id} is not over: only whole games are stored"
        / "対局 {id} は終わっていません。保存できるのは終局した対局だけです";
    bad_name(name, most)
        "{name:?} cannot be the name of an event: 1 to {most} characters, no # and nothing invisible"
        / "{name:?} はイベント名にできません（1～{most} 文字。# と、目に見えない文字は使えません）";
    too_long(what, most)
        "{what} of the game is longer than {most} characters"
        / "対局の {what} が {most} 文字を超えています";
    no_such_event(name, place)
        "there is no event {name} in {place}"
        / "{place} に {name} というイベントはありません";
    no_such_game(id, place)
        "there is no game in {place} whose id begins with {id}"
        / "{place} に、ID が {id} で始まる対局はありません";
    many_games(id, count)
        "{count} games have an id that begins with {id}: give more of it"
        / "ID が {id} で始まる対局が {count} 局あります。もう少し長く指定してください";
    held(event, host, pid)
        "the event {event} is being run already, by process {pid} on {host}"
        / "イベント {event} はすでに実行中です（{host} のプロセス {pid}）";
}
