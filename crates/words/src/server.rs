//! What a server for network clients says, and its clients.

messages! {
    listening(address) "listening on {address}; Ctrl-C to stop" / "{address} で待っています。止めるには Ctrl-C";
    listening_here(port, address) "listening on port {port}; clients connect to {address} (or localhost); Ctrl-C to stop" / "ポート {port} で待っています。クライアントの接続先は {address}（このマシンからは localhost）です。止めるには Ctrl-C";
    cannot_listen(address, error) "cannot listen on {address}: {error}" / "{address} で待ち受けできません: {error}";
    cannot_connect(address, error) "cannot connect to {address}: {error}" / "{address} に接続できません: {error}";
    connection_lost(error) "the connection to the server was lost: {error}" / "サーバとの接続が切れました: {error}";
    closed_early() "the server closed the connection before the end of the game" / "対局の途中でサーバが接続を閉じました";
    bad_score_line() "expected nick,wins,losses,draws (or nick,wins,losses in a file without a heading)" / "nick,wins,losses,draws の形ではありません（見出しのないファイルでは nick,wins,losses）";
    waiting_for_opponent() "connected; waiting for an opponent" / "接続しました。対局相手を待っています";
    silent_server(seconds) "the server has said nothing for {seconds} s; is it the right port? (--patience TIME waits longer)" / "サーバから {seconds} 秒間何も届きません。ポートは正しいですか？（--patience 時間 でもっと長く待てます）";
    waiting(count, names) "waiting for a game: {count} ({names})" / "対局待ち: {count} 人（{names}）";
    also_at(addresses) "other addresses of this machine: {addresses}" / "このマシンのほかのアドレス: {addresses}";
    press_enter(best) "Enter closes the league; then the best {best} play a knock-out" / "Enter キーでリーグを締め切り、上位 {best} 人の勝ち抜き戦に移ります";
    closing(names) "the league closes as soon as these have enough games: {names} (Enter again: at once)" / "次の人が必要な局数を終えたらリーグを締め切ります: {names}（もう一度 Enter ですぐに締め切り）";
    knock_out_begins(names) "the league is closed; the knock-out begins, the best first: {names}" / "リーグを締め切りました。勝ち抜き戦を始めます（上位から）: {names}";
    knock_out_goes_on(name, games) "the knock-out of {name} goes on: {games} of its games are stored already" / "{name} の勝ち抜き戦を続きから行います（{games} 局は保存済みです）";
    knock_out_paused() "the knock-out is not over; the same command with the same --name goes on with it" / "勝ち抜き戦はまだ終わっていません。同じ --name で同じコマンドを実行すると続きから行います";
    too_few_for_knock_out(games) "no knock-out: fewer than two clients of this server have {games} games" / "勝ち抜き戦は行いません: このサーバで {games} 局を終えたクライアントが2人いません";
    is_missed(name, seconds) "{name} is not here; it loses the game unless it connects within {seconds} s" / "{name} がいません。{seconds} 秒以内に接続しなければその局は負けになります";
    stored_as(series, place) "the games are stored in {place} as {series}" / "対局は {place} に {series} として保存されます";
    not_stored(id, error) "the game {id} could not be stored: {error}" / "対局 {id} を保存できませんでした: {error}";
    too_much_to_store() "too many games wait to be stored: those that end now are not" / "保存待ちの対局が多すぎるため、いま終わった対局は保存されません";
    name_is_taken(name) "there is an event called {name} in the store already; choose another --name" / "{name} という大会はすでに保存先にあります。別の --name を指定してください";
    running(number, black, white, moves, last) "#{number}  {black} - {white}  move {moves}  {last}" / "#{number}  {black} 対 {white}  {moves} 手目  {last}";
    finished(number, black, white, count, result, why) "#{number}  {black} - {white}  {count}  {result} ({why})" / "#{number}  {black} 対 {white}  {count}  {result}（{why}）";
    won(name) "{name} wins" / "{name} の勝ち";
    drawn() "draw" / "引き分け";
    stopped() "stopped" / "中断";
    cup_heading() "nick|games|won|drawn|lost|rate" / "ニックネーム|局数|勝|分|負|勝率";
    you_are_black() "you are black" / "あなたは黒です";
    you_are_white() "you are white" / "あなたは白です";
    board_now() "the board now" / "現在の盤面状況";
    error_1() "the format is wrong" / "書式が間違っています";
    error_2() "it cannot be placed there" / "そこには置けません";
    error_3() "it is the opponent's turn" / "相手のターン中です";
    error_4() "a command that cannot be handled" / "処理できない命令です";
    opponent_left() "the opponent has disconnected" / "相手が切断しました";
}
