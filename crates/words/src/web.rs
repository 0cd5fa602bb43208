//! What the server of the web arena says: refusals, hints, and how it is started.

messages! {
    serving_hint() "Open this address in a browser; Ctrl-C to stop" / "このアドレスをブラウザで開いてください。止めるには Ctrl-C";
    lan_hint() "Others in this network open one of these addresses, or scan the code:" / "同じネットワークの人は次のアドレスを開くか、コードを読み取ってください:";
    no_lan() "this machine has no address in a network; nobody else can connect" / "このマシンはネットワークのアドレスを持っていません。他の人は接続できません";
    port_taken(port, other) "port {port} is taken; using {other}" / "ポート {port} は使用中です。{other} を使います";
    cannot_keep(problem) "games are not kept: {problem}" / "対局は保存されません: {problem}";
    folder_in_use(path, holder) "{path}: another server ({holder}) keeps its games there; stop that one, or give this one a folder of its own: --data DIR" / "{path}: 別のサーバ（{holder}）が使っています。そちらを止めるか、--data DIR で別のフォルダを指定してください";
    not_a_bot_name(longest) "a name has letters, digits, - and _, at most {longest}" / "名前は英数字と - _ で、{longest} 文字までです";
    no_room(path, error) "{path}: no place for games that go on: {error}" / "{path}: 対局中の記録を置けません: {error}";
    no_watch(path) "--watch {path}: there is no such folder; make it first, and give it to match --record" / "--watch {path}: フォルダがありません。先に作り、match --record にも同じフォルダを指定してください";
    bye() "stopped; games are kept and go on after the next start" / "停止しました。対局は保存され、次回の起動後に続けられます";
    lan_only_any() "--lan listens on all addresses; leave --host out" / "--lan はすべてのアドレスで待ち受けます。--host は指定しないでください";

    no_such_page() "there is no such page" / "そのページはありません";
    no_such_game() "there is no game of that id here" / "その ID の対局はありません";
    no_such_event() "there is no event of that name here" / "その名前の大会はありません";
    look_at_events() "the page of events lists them" / "大会の一覧は大会のページにあります";
    search_forms() "game, player, event and ending are texts, fault is any or a kind such as time, before is the number of a game" / "game・player・event・ending は文字列、fault は any か time などの種類、before は対局の番号です";
    look_at_lobby() "the lobby lists the games" / "対局の一覧はロビーにあります";
    wrong_host(host) "this server is not called {host}" / "このサーバは {host} という名前ではありません";
    use_address() "use the address that gyoji serve printed" / "gyoji serve が表示したアドレスを使ってください";
    wrong_origin() "a page of another site cannot do this" / "他のサイトのページからは操作できません";
    wrong_method() "this cannot be done with that method" / "そのメソッドは使えません";
    see_api() "docs/api.md says what can be asked for" / "使い方は docs/api.ja.md にあります";
    not_json(error) "the body is not the JSON that is expected here: {error}" / "本文の JSON が正しくありません: {error}";
    not_json_type() "send JSON with content-type: application/json" / "content-type: application/json で JSON を送ってください";
    too_large(bytes) "more than {bytes} bytes" / "{bytes} バイトを超えています";
    bad_query(name) "{name} cannot be understood" / "{name} の値が正しくありません";
    too_many_games() "too many games run on this server" / "このサーバの対局数が上限に達しています";
    too_many_yours() "too many games run from your address" / "あなたのアドレスからの対局数が上限に達しています";
    end_some() "end or leave some of them, or try again later" / "いくつかを終わらせるか、しばらくしてからやり直してください";

    bad_seat(seat) "{seat} cannot sit here: over the network a seat is me, open or bot:NAME" / "{seat} は指定できません。席は me、open、bot:名前 のどれかです";
    seats_are(game, count) "{game} has {count} seats" / "{game} の席は {count} つです";
    seat_forms() "me (you), open (a friend by link), bot:NAME or bot:RANK" / "me（自分）、open（リンクで招く友人）、bot:名前 または bot:番付";
    option_not_here(name, known) "the option {name} cannot be set over the network; these can: {known}" / "オプション {name} はここでは指定できません。指定できるのは {known} です";
    no_more_than(most) "no more than {most} characters" / "{most} 文字までです";
    position_or_moves() "either a position or another game to start from, not both" / "局面と元の対局は同時に指定できません";
    no_such_ply(ply) "that game has no move {ply}" / "その対局に {ply} 手目はありません";
    not_a_move_there(text) "no legal move can be read at {text}" / "{text} を合法手として読めません";
    over_already() "the game would be over before it begins" / "始まる前に終局している局面です";
    moves_forms() "write moves as the game does, one after the other" / "ゲームの書式で手を順に並べてください";

    wrong_key() "this key opens no seat of this game" / "このキーで座れる席はありません";
    key_is_secret() "a seat's key comes with the game, or in the link of an invitation" / "席のキーは対局の作成時か、招待リンクで渡されます";
    not_your_turn() "it is not your turn" / "あなたの手番ではありません";
    wait_for_turn() "wait for to_move to be your seat" / "to_move が自分の席になるのを待ってください";
    illegal_move(said) "{said} cannot be played now" / "{said} は今はできません";
    legal_are() "legal lists what can be played" / "できる手は legal にあります";
    one_of_move_steps() "send either move or steps" / "move か steps のどちらか一方を送ってください";
    steps_not_whole() "these steps are not a whole move yet" / "手順がまだ途中です";
    steps_lead_nowhere() "no legal move begins with these steps" / "この手順で始まる合法手はありません";
    ask_choices() "choices says what can come next" / "次に選べるものは choices で分かります";
    game_is_over() "the game is over" / "対局は終わっています";
    rematch_or_new() "ask for a rematch, or begin another" / "再戦を申し込むか、新しく始めてください";
    not_over_yet() "the game is not over yet" / "対局はまだ終わっていません";
    play_or_resign() "play on, or resign first" / "続けるか、先に投了してください";
    nothing_to_undo() "there is no move of yours to take back" / "戻せる手がありません";
    undo_against_bots() "moves are taken back against bots only" / "待ったができるのはボットとの対局だけです";
    no_seat_for_you() "you have no seat in this game" / "この対局にあなたの席はありません";
    bots_only() "only bot:NAME can play for somebody" / "代わりにプレイできるのは bot:名前 だけです";
    no_hint() "no bot can advise here" / "助言できるボットがいません";
    took_too_long() "the referee has not answered in time; look at the game again" / "審判の応答がありません。対局を読み込み直してください";
    guest() "Guest" / "ゲスト";
    our_fault() "something went wrong on our side" / "サーバ側で問題が起きました";
}
