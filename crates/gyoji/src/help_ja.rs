//! The help texts in Japanese, laid over the English grammar.

use clap::{Arg, ArgAction, Command};

/// The texts: a command's by its name (`group command` inside a group), an argument's by
/// `command.argument` or, where commands share it, by `*.argument`.
const TEXTS: &[(&str, &str)] = &[
    ("gyoji", "ゲームAIの闘技場: 公平な審判、棋譜、負けた理由の説明"),
    ("*.lang", "使う言語: en または ja（既定は GYOJI_LANG・LC_ALL・LC_MESSAGES・LANG から）"),
    ("new-bot", "そのまま対局できるAIのフォルダを作る。ここから書き始められる"),
    ("new-bot.folder", "作るフォルダ。フォルダの名前がプレイヤーの名前になる"),
    ("new-bot.game", "ゲーム（一覧は gyoji kits）"),
    ("new-bot.language", "AIを書く言語: python、java、cpp、rust、js（--lang でも指定できる）"),
    (
        "new-bot.protocol",
        "プロトコル（既定は plain。オセロでは judge、QUINTE では大会のAPIの quinte も使える）",
    ),
    ("kits", "new-bot で作れるものの一覧を表示する。または zip にする"),
    ("kits.zip", "ひな形を zip に書き出す（- なら標準出力へ）"),
    ("kits.game", "このゲームのものだけ"),
    ("check", "プログラムを20ほどの項目で調べ、何が起きたか、なぜか、どう直すかを表示する"),
    ("check.program", "調べるプログラム、またはそのフォルダ"),
    ("check.game", "ゲーム（gyoji new-bot のフォルダなら省略できる）"),
    ("check.dialect", "プロトコル（既定はゲームごと）"),
    ("check.time", "1手の制限時間（既定はゲームごと）"),
    ("*.json", "結果をJSONで出力する"),
    ("*.record", "全対局の棋譜をこのフォルダに保存する"),
    ("*.game", "ゲーム（一覧は gyoji games）"),
    ("*.seed", "乱数のシード（既定は毎回新しいもの）"),
    ("*.options", "ゲームのオプション（一覧は gyoji games）"),
    ("*.position", "この局面から始める（ゲームごとのテキスト形式）"),
    ("*.glyphs", "盤面の記号: ascii または emoji"),
    (
        "*.time",
        "1手の制限時間。0 で無制限（既定はゲームごと。--clock があれば1手ごとの制限はなし）",
    ),
    ("*.clock", "1局全体の持ち時間と、1手ごとに加える時間: 60s+0.5s、5m"),
    (
        "*.data",
        "対局の保存先: フォルダか postgres://...（既定は $XDG_DATA_HOME の gyoji フォルダ、なければ ~/.local/share/gyoji）",
    ),
    (
        "match.data",
        "対局をここに保存する: フォルダか postgres://...。同じコマンドをもう一度実行すると続きから再開する",
    ),
    ("judge.data", "対局をここに保存する: フォルダか postgres://..."),
    ("play.data", "対局をここに保存する: フォルダか postgres://..."),
    (
        "replay.data",
        "番号で棋譜を探す場所: フォルダか postgres://...（既定は $XDG_DATA_HOME の gyoji フォルダか ~/.local/share/gyoji。次に、反則があって残された対局）",
    ),
    ("replay.html", "対局を、1手ずつ見られる1つのHTMLファイルに書き出す"),
    ("*.pin", "同時に行う対局を、それぞれ別のコアに固定する"),
    ("*.event", "イベント: ファイルか名前（既定は、保存先にイベントが1つだけならそれ）"),
    ("league", "イベント（リーグ戦、カップ戦、大会）を行う。途中で止めても続きから再開できる"),
    ("league run", "イベントを行う。途中で止まったものは続きから再開する"),
    ("league status", "イベントの状況、またはイベントの一覧を見る"),
    ("league export", "イベントの表・対局・報告をファイルに書き出す"),
    ("league verify", "棋譜からすべて計算し直し、保存されている内容と比べる"),
    ("league watch", "進行中のイベントを端末に表示する"),
    ("league schema", "イベントファイルの JSON スキーマを出力する（エディタ用）"),
    ("league run.file", "イベントのファイル"),
    ("league run.check", "参加者を試すだけにする（起動するか、答えるか）"),
    ("league run.no_check", "始める前に参加者を試さない"),
    (
        "league run.again",
        "終わったイベントや内容を変えたイベントを最初からやり直す（前の対局も残る）",
    ),
    (
        "league run.slots",
        "同時に行う局数（既定はファイルの指定、なければコア数。対局者が同時に考えるときはその人数で割る）",
    ),
    ("league run.record", "全対局の棋譜をこのフォルダにも保存する"),
    ("league run.quiet", "反則を説明せず、数えるだけにする"),
    ("league export.csv", "表計算ソフト用の表をこのフォルダに書く"),
    ("league export.html", "1つのHTMLファイルの報告（対局の再生つき）をこのフォルダに書く"),
    ("league export.json", "すべての内容をJSONでこのフォルダに書く"),
    ("judge", "研修の審判: オセロのAIプログラムを対戦させる"),
    (
        "judge.players",
        "AIプログラム。省略すると入力を求める。1個ならあなたと対戦、2個なら1局（-n で増やせる）、\
         3個以上なら総当たり",
    ),
    ("judge.time", "1手の制限時間（既定: 5s。--clock があれば1手ごとの制限はなし）"),
    (
        "judge.lenient",
        "元の審判と同じ読み方をする（空白を除く、大文字も可、最初の2文字だけを見る）",
    ),
    ("judge.per_move", "元の審判と同じく、1手ごとに新しいプロセスを起動する"),
    (
        "judge.original",
        "元の審判とまったく同じに判定する: --lenient --per-move、標準エラー出力も標準出力と同じように読む、\
         先後それぞれ3局、元の形の順位表とログ（今のフォルダか --log に書く）",
    ),
    (
        "judge.games",
        "組ごとに先後それぞれ何局行うか。順位表も出す（既定: 2個なら1局だけ、3個以上なら先後それぞれ3局）",
    ),
    ("judge.log", "各対局のログもこのフォルダに書く"),
    ("match", "何局か対戦させて成績を数える"),
    (
        "match.players",
        "対局者: プログラム (my_ai.py)、コマンド、bot:名前、human、tcp:ホスト:ポート",
    ),
    (
        "match.games",
        "局数。席より対局者が多いときは、組ごとの局数（既定は席の数。対局者が多いときは全ての席順で、2人用なら2局、4人用なら24局）",
    ),
    ("match.gauntlet", "席より対局者が多いとき、最初の対局者がいる組だけを行う"),
    (
        "match.sprt",
        "最初の対局者のほうが強いか分かるまで対局する（逐次検定）。差が elo0 か elo1 かを elo0=0,elo1=10[,alpha=0.05,beta=0.05] \
         のように書く。-n は最大の局数になる（既定: 100000）",
    ),
    (
        "match.adjudicate",
        "双方の形勢判断（千分率）が一致したら、2人用ゲームの対局を途中で終える。win=950,moves=4[,after=20] なら、20手目以降に、\
         一方が 950 以上、他方が 50 以下と言う手がそれぞれ4手続けば優勢な側の勝ち。draw=10[,draw-moves=8,draw-after=40] なら、\
         双方とも 490〜510 の手が続けば引き分け",
    ),
    ("match.jobs", "同時に行う局数（既定: プログラムがいれば 1、いなければコア数）"),
    ("match.start_up", "新しいプロセスの最初の手だけに足す時間（既定: 10s）"),
    (
        "match.policy",
        "不正な応答の扱い: forfeit（負け）、retry、skip、practice（既定はゲームごと）",
    ),
    ("match.strikes", "この回数反則すると負けになる"),
    ("match.dialect", "プロトコルを書いていないプログラムのプロトコル（既定はゲームごと）"),
    ("match.lifetime", "プログラムの寿命: per-move、per-game、keep（既定はプロトコルごと）"),
    (
        "match.ponder",
        "相手の手番に考えてよいか: yes または no。no なら、自分の手番でない間プログラムを凍結する（既定は yes）",
    ),
    ("match.sandbox", SANDBOX),
    ("judge.sandbox", SANDBOX),
    (
        "league run.sandbox",
        "プログラムの隔離（ファイルの指定より優先）。gyoji doctor でこのマシンでできるレベルが分かる",
    ),
    ("match.watch", "対局の様子を端末に表示する（1局ずつ順に行う）"),
    (
        "match.fps",
        "テスト実行の速さ（1秒あたりのターン数）。1回の答えに使える時間は 1/N 秒までになり、\
         --watch はこの速さで表示する（--watch の既定は2人なら 2、それより多ければ 20）",
    ),
    ("match.openings", "2局1組ごとに、このファイルの次の序盤から始める"),
    ("match.order", "ファイルの序盤を使う順番"),
    ("match.pin", "同時に行う対局を、それぞれ別のコアに固定する"),
    ("match.opening", "2局1組ごとに、最初のこの手数をランダムに打つ"),
    ("match.quiet", "反則を説明せず、数だけ数える"),
    ("play", "端末でボットやプログラムと対戦する"),
    ("play.vs", "相手: ボットの名前か、対局者（既定は中くらいの強さのボット）"),
    ("play.seed", "相手の乱数のシード（既定は毎回新しいもの）"),
    ("play.record", "棋譜をこのフォルダに保存する"),
    ("play.seat", "あなたの席: 0からの番号か、black・white のような名前"),
    ("play.player", "あなたが何番目のプレイヤーか（1から数える）。--seat の別の書き方"),
    (
        "play.simulations",
        "相手の1手あたりのシミュレーション回数。--vs がなければ、回数で強さが決まるボットが相手になる",
    ),
    (
        "play.plain",
        "全画面にせず、盤面と質問を順に表示する（標準入力か標準出力が端末でないときと同じ）",
    ),
    ("play.time", "相手の1手の制限時間（既定はゲームごと。--clock があれば1手ごとの制限はなし）"),
    ("play.clock", "相手の1局全体の持ち時間と、1手ごとに加える時間: 60s+0.5s、5m"),
    ("replay", "棋譜を見る（端末では1手ずつ見られる）、または途中にプログラムを入れてみる"),
    ("replay.record", "棋譜のファイル、または番号の先頭部分"),
    ("replay.ply", "この手数の局面だけを表示する"),
    (
        "replay.from",
        "この手（1から数える。0 は開始局面）から表示する。--with と共に: この手だけを聞く",
    ),
    ("replay.to", "この手まで表示する"),
    ("replay.watch", "端末で、最初（または --from の手）から自動再生する"),
    (
        "replay.fps",
        "--watch と、ビューアーの Space で1秒に表示する局面の数（既定は 2、3人以上なら 20 巡）",
    ),
    ("replay.with", "このプログラムを対局に入れて、何と答えるかを見る"),
    ("replay.seat", "--with と共に: 入れる席（既定は反則した側か手番の側）"),
    ("replay.talk", "審判とこの席との通信を1バイトも違わず表示する"),
    ("serve", "ブラウザで対局・観戦する: サーバを起動してアドレスを表示する"),
    (
        "serve.port",
        "待ち受けるポート。0 なら空いているもの（既定: 8080。使用中なら次に空いているもの）",
    ),
    ("serve.host", "待ち受けるアドレス（既定: 127.0.0.1。このマシンだけ）"),
    (
        "serve.lan",
        "同じネットワークの人も接続できるようにする。アドレスとスマートフォン用のコードを表示する",
    ),
    ("serve.open", "ブラウザでページを開く"),
    (
        "serve.data",
        "対局の保存先。league の大会や対局もここから見られる: フォルダまたは postgres://...（既定: league と同じ ~/.local/share/gyoji）",
    ),
    (
        "serve.watch",
        "このマシンで進行中の対局も中継する（--record DIR を付けた match・judge・league）",
    ),
    ("serve.no_demo", "デモ対局をしない"),
    ("serve.open_talk", "プログラムの標準エラー出力や起動コマンドを、他のマシンにも見せる"),
    ("othello-server", "TCPで接続してきたオセロクライアントを対戦させる（何局でも同時に）"),
    ("othello-server.port", "待ち受けるポート。0 なら空いているもの"),
    (
        "othello-server.host",
        "待ち受けるアドレス。127.0.0.1 や [::1] など（既定: このマシンのすべてのアドレス）",
    ),
    ("othello-server.timeout", "TURN から正しい PUT までの時間。0 で無制限"),
    (
        "othello-server.patience",
        "--timeout 0 のとき、一度も発言していないクライアントは、最初の TURN からこの時間で切断したとみなす",
    ),
    ("othello-server.games", "この局数で終わる"),
    ("othello-server.start", "初期配置: mirrored（授業のサーバと同じ）または standard"),
    (
        "othello-server.scores",
        "成績をこのファイルに nick,wins,losses,draws（名前、勝、敗、分）の形で残す",
    ),
    ("othello-server.cup", "大会: ニックネームごとの勝率を表示する"),
    ("othello-server.min_games", "大会の表に載るのに必要な局数"),
    (
        "othello-server.cup_best",
        "リーグのあと、局数を満たした者のうち勝率上位K人で勝ち抜き戦を行う。リーグの締め切りは Enter キー、--cup-until、--games",
    ),
    (
        "othello-server.cup_until",
        "この時間がたち、その場の全員が --min-games 局を終えたらリーグを締め切る",
    ),
    ("othello-server.best_of", "勝ち抜き戦の1回の対戦の最大局数（延長を除く）"),
    ("othello-server.grace", "勝ち抜き戦の対局にこの時間現れない者は、その局を失う"),
    ("othello-server.name", "大会（または一連の対局）の保存先での名前（既定は日付から）"),
    ("othello-server.data", "対局をここに保存する: フォルダか postgres://..."),
    ("othello-server.at_once", "同時に行う局数の上限"),
    ("othello-client", "内蔵ボットをオセロサーバで対戦させる"),
    ("othello-client.host", "サーバのホスト名かアドレス"),
    ("othello-client.port", "サーバのポート"),
    ("othello-client.nick", "ニックネーム（既定はボットの名前）"),
    ("othello-client.bot", "対戦するボット。bot:名前?オプション=値 と同じオプションも可"),
    ("othello-client.seconds", "1手の時間（秒、または 500ms のように）"),
    (
        "othello-client.patience",
        "サーバがこの時間黙っていたらあきらめる。0 ならあきらめない（既定: PUT への返事は 60s。\
         対局相手や相手の手は、接続が生きている限り待つ）",
    ),
    ("othello-client.games", "続けて行う局数"),
    ("othello-client.quiet", "問題があるとき以外は何も表示しない"),
    ("analyse", "局面のすべての手の価値、または対局のどこが悪かったかを調べる"),
    (
        "analyse.what",
        "局面、対局の手順（f5d6c3 など）、またはそのファイル。- なら標準入力から読む（既定は初期局面）",
    ),
    ("analyse.options", "ゲームのオプション（一覧は gyoji games）。局面も対局も渡さないとき用"),
    ("analyse.number", "ファイルの N 番目の対局・局面を調べる"),
    ("analyse.time", "1局面にかける時間（既定は 1s。--depth だけなら無制限）"),
    (
        "analyse.depth",
        "読みの深さ（終局まであと8手以内なら終局まで）。スレッド1つなら毎回同じ結果になる",
    ),
    ("analyse.lines", "表示する数: 局面では良い手から、対局では悪かった手から（0 ならすべて）"),
    ("analyse.threads", "探索に使うスレッドの数"),
    ("analyse.memory", "表に使うメモリの上限（メガバイト）"),
    ("analyse.quiet", "途中経過を表示しない"),
    ("solve", "局面の価値を証明し、その手順を示す"),
    ("solve.position", "局面（ゲームごとのテキスト形式。既定は初期局面）"),
    ("solve.by", "ソルバのオプション（一覧は gyoji games）"),
    ("solve.vcf", "連珠: 四だけで勝つ手順（四追い）を探す"),
    ("solve.vct", "連珠: 四と三で勝つ手順（追い詰め）を探す"),
    ("solve.nodes", "この局面数であきらめる"),
    ("solve.time", "この時間であきらめる。0 なら無制限"),
    ("solve.memory", "表に使うメモリの上限（メガバイト）"),
    ("solve.quiet", "途中経過を表示しない"),
    ("othello", "オセロの道具: 棋譜と局面の形式の変換"),
    (
        "othello convert",
        "棋譜・局面のファイルを別の形式（transcript・ggf・obf・wthor・record）に変換する",
    ),
    (
        "othello convert.input",
        "棋譜: .txt・.ggf・.obf・.wtb のファイルか、行司の棋譜（.jsonl）。- で標準入力",
    ),
    ("othello convert.output", "書き込むファイル（既定、または - で標準出力）"),
    ("othello convert.force", "出力のファイルがすでにあっても置き換える"),
    ("othello convert.from", "入力の形式: transcript、ggf、obf、wthor、record（既定は拡張子から）"),
    ("othello convert.to", "出力の形式: transcript、ggf、obf、wthor、record（既定は拡張子から）"),
    ("othello convert.game", "入力のうち、この番号の対局だけ（1 から数える）"),
    ("renju", "連珠・五目並べの道具: 禁点の判定、授業の対局ファイル、棋譜の変換"),
    ("renju next", "授業の対局ファイルに次の1手を打つ（読み込み、判定し、1手書き足す）"),
    (
        "renju next.file",
        "対局ファイル（game.csv など）。<総手数>,<番号>;<y>;<x>,... の形。なければ空と同じ",
    ),
    ("renju next.one_based", "ファイルの y と x を 1 から数えるか"),
    ("renju next.strict", "総手数の誤りや続けて打った手を認めないか（false なら警告だけ）"),
    ("renju next.depth", "ボット class が何手先まで読むか（既定: 2）"),
    ("renju next.best", "ボット class が先を読む手の数（既定: 5）"),
    ("renju next.bot", "手を選ぶボット。bot:名前?オプション=値 と同じオプションも可"),
    ("renju next.rule", "ルール"),
    ("renju next.size", "盤の大きさ（路数）"),
    ("renju next.time", "ボットの考える時間"),
    ("renju next.seed", "ボットの乱数のシード"),
    (
        "renju convert",
        "棋譜ファイルを別の形式（csv・psq・sgf・points）に変換する（行司の棋譜も読める）",
    ),
    (
        "renju convert.input",
        "棋譜: .csv・.psq・.sgf・.txt のファイルか、行司の棋譜（.jsonl）。- で標準入力",
    ),
    ("renju convert.output", "書き込むファイル（既定、または - で標準出力）"),
    ("renju convert.force", "出力のファイルがすでにあっても置き換える"),
    ("renju convert.from", "入力の形式: csv、psq、sgf、points（既定は拡張子から）"),
    ("renju convert.to", "出力の形式: csv、psq、sgf、points（既定は拡張子から）"),
    ("renju convert.size", "盤の大きさ（ファイルに書かれていないとき）"),
    ("renju fouls", "黒の禁点をすべて表示する、または1点を判定する"),
    ("renju fouls.black", "黒石。E11,E12 のように書く（列は A から、行は下から 1）"),
    ("renju fouls.white", "白石"),
    (
        "renju fouls.point",
        "この点だけを判定する: five（五連）、overline（長連）、double-four（四四）、double-three（三三）、legal（打てる）",
    ),
    ("renju fouls.rule", "ルール"),
    ("renju fouls.size", "盤の大きさ（路数）"),
    ("renju fouls.json", "JSONで出力する（禁じ手を作る石も含む）"),
    ("train", "ゲームを自己対戦で学習させる"),
    ("train.game", "ゲーム（入力（planes）のあるもの。一覧は gyoji games）"),
    ("train.config", "設定のTOMLファイル（既定: --print-config が表示するもの）"),
    ("train.out", "新しい学習のフォルダ（既定: このフォルダの GAME-zero）"),
    ("train.hours", "この時間がたったら保存して終わる（既定: 終わらない）"),
    ("train.rounds", "このラウンド数を終えたら保存して終わる（既定: 終わらない）"),
    ("train.resume", "このフォルダの学習を続ける"),
    ("train.from", "新しい重みではなく、この重みから始める"),
    ("train.debug", "ごく小さいラウンドを1回だけ行い、途中の値をすべて表示する"),
    ("train.print_config", "すべての設定を説明つきで表示して終わる"),
    ("play.model", "相手が使う重みのファイル。--vs がなければ相手はボット zero になる"),
    ("perft", "ゲーム木の葉の数を数える"),
    ("perft.depth", "深さ（手数）"),
    ("perft.divide", "最初の手ごとに数える"),
    ("bench", "速さ・公平さ・安定性を測る"),
    ("bench.what", "測るもの"),
    ("bench.time", "それぞれを測る時間（既定: 3s、soak は全体で 5m）"),
    ("bench.long", "何時間もかかるものも測る: FFO #45〜#59（othello）"),
    ("doctor", "このマシンでできること（プログラムの隔離、インタープリタ、時計）を調べる"),
    ("games", "ゲームと、そのオプション・ボット・プロトコルの一覧"),
    ("games.game", "このゲームだけ"),
    ("bot", "内蔵ボットを、標準入出力で話す外部プログラムとして動かす"),
    ("bot.name", "ボット: ゲーム.名前（オセロなら名前だけでも可）、?オプション=値 も可"),
    ("bot.dialect", "話すプロトコル（既定はゲームごと）"),
    ("bot.seed", "乱数のシード"),
    ("bot.verbose", "ボットの考えを標準エラー出力に書く"),
    ("completions", "シェルの補完スクリプトを出力する"),
    ("completions.shell", "シェル"),
    ("man", "マニュアルページを出力する"),
    ("help", "このヘルプか、各コマンドのヘルプを表示する"),
];

const CODES: &str = "終了コード: 0 正常、1 失敗、2 コマンドの誤り、3 対象のプログラムが失敗、\
                     4 ファイルの誤り、5 中断（保存済み）";

/// How players are written; the English text is `PLAYERS` in `args`.
const PLAYERS: &str = "\
対局者の書き方:
  my-ai                   gyoji new-bot が作るような、gyoji.toml のあるフォルダ
  my_ai.py                プログラム。拡張子で実行方法がわかる（.py .js .jar .class .java .rb など）
  \"python3 my_ai.py -x\"   コマンド（空白があるときは全体を引用符で囲む）
  judge:./my_ai           プロトコル: を前に付けたプログラム（一覧は gyoji games）
  bot:greedy              内蔵ボット（一覧は gyoji games）
  human                   この端末の前にいる人
  tcp:HOST:PORT           そこで待っているプログラム
  tcp:listen=PORT         そのポートに接続してきた相手（0 なら空いているポートを選んで表示）

オプションは ? のあとに & でつなげて書く（シェルでは引用符が必要）:
  \"judge?limit=1s&name=Taro:./my_ai\"   \"bot:mcts?playouts=2000\"

  name=名前        画面と棋譜に出る名前
  limit=時間       1手の制限時間（500ms、5s、2m。0 で無制限）
  clock=時間+時間  1局全体の持ち時間と、1手ごとに加える時間（60s+0.5s、5m）
  start-up=時間    新しいプロセスの最初の手だけに足す時間
  lifetime=寿命    per-move（1手ごとに起動）、per-game（1局ごと）、keep（ずっと）
  ponder=yes|no    相手の手番に考えてよいか（no なら、その間は凍結）
  policy=扱い      forfeit（反則負け）、retry（時間内なら答え直せる）、skip（代わりの手で続行）、
                   practice（説明して聞き直す）
  dir=フォルダ     プログラムを動かすフォルダ。ファイルもここで探す（指定しなければ今のフォルダ）
  file=名前        csv プロトコルのプログラムが開くファイルの名前（指定しなければパスを最後の引数、
                   またはコマンドの中の {file} の位置に渡す）
  strikes=回数     この回数反則すると、policy によらず負け
  memory=大きさ    プログラム（子プロセスを含む）が使えるメモリ（512MB、2GB）。ほかに processes=数、
                   cpu=時間、file-size=大きさ、open-files=数、disk=大きさ（0 で無制限）
  ほかはボットやプロトコルのオプション（一覧は gyoji games）";

const SANDBOX: &str = "プログラムの隔離: best（できる最高のレベル）、またはレベル 1、2、3（gyoji doctor を参照）。\
     0 なら隔離しない（プログラムはあなたと同じことが何でもできる）";

const SEE_PLAYERS: &str = "対局者の書き方は gyoji match --help を見てください。";

const TEMPLATE: &str = "{about}\n\n使い方: {usage}\n\n{all-args}{after-help}";

/// The same grammar, explained in Japanese.
pub fn translate(command: Command) -> Command {
    let mut command = translate_one(command.mut_subcommands(|sub| translate_sub(sub, "")), "gyoji")
        .after_help(CODES)
        .disable_version_flag(true)
        .arg(
            Arg::new("version")
                .short('V')
                .long("version")
                .action(ArgAction::Version)
                .help("バージョンを表示する")
                .help_heading("オプション"),
        );
    // Clap adds its own command `help` only now.
    command.build();
    command.mut_subcommand("help", |help| {
        let about = text("help").unwrap_or_default();
        help.about(about).long_about(about)
    })
}

/// A command, or a group with its commands; `group` is empty or ends in a space.
fn translate_sub(command: Command, group: &str) -> Command {
    let name = format!("{group}{}", command.get_name());
    let inside = format!("{name} ");
    let command = command.mut_subcommands(|sub| translate_sub(sub, &inside));
    let command = translate_one(command, &name);
    match name.as_str() {
        "match" => command.after_long_help(PLAYERS),
        "judge" | "play" | "replay" => command.after_help(SEE_PLAYERS),
        _ => command,
    }
}

fn translate_one(command: Command, name: &str) -> Command {
    let about = text(name).unwrap_or_default();
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help);
    command
        .about(about)
        .long_about(about)
        .help_template(TEMPLATE)
        .subcommand_help_heading("コマンド")
        .subcommand_value_name("コマンド")
        .disable_help_flag(true)
        .arg(help.help("ヘルプを表示する").help_heading("オプション"))
        .mut_args(|arg| {
            let id = arg.get_id().to_string();
            let own = text(&format!("{name}.{id}"));
            let heading = if arg.is_positional() { "引数" } else { "オプション" };
            match own.or_else(|| text(&format!("*.{id}"))) {
                Some(help) => {
                    let help = with_values(&arg, help);
                    let takes_value = takes_value(&arg);
                    arg.help(help.clone())
                        .long_help(help)
                        .help_heading(heading)
                        .hide_default_value(takes_value)
                        .hide_possible_values(takes_value)
                }
                None => arg,
            }
        })
}

fn takes_value(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Set | ArgAction::Append)
}

/// A help text with the values it takes and its default: clap would add them in English.
fn with_values(arg: &Arg, help: &str) -> String {
    let mut out = help.to_owned();
    let takes_value = takes_value(arg);
    let values: Vec<String> =
        arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    if takes_value && !values.is_empty() && !values.iter().all(|value| help.contains(&**value)) {
        out += &format!("（{}）", values.join("、"));
    }
    let defaults = arg.get_default_values();
    if let Some(default) = defaults.first().filter(|_| takes_value) {
        out += &format!("（既定: {}）", default.to_string_lossy());
    }
    out
}

fn text(key: &str) -> Option<&'static str> {
    TEXTS.iter().find(|(known, _)| *known == key).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn every_command_and_argument_is_translated() {
        let command = translate(crate::args::Args::command());
        command.clone().debug_assert();
        let mut missing = Vec::new();
        let mut commands: Vec<&Command> = command.get_subcommands().collect();
        let mut seen = 0;
        while let Some(sub) = commands.pop() {
            commands.extend(sub.get_subcommands());
            if sub.get_name() == "help" {
                continue;
            }
            seen += 1;
            let is_japanese = |text: &clap::builder::StyledStr| !text.to_string().is_ascii();
            if !sub.get_about().is_some_and(is_japanese) {
                missing.push(sub.get_name().to_owned());
            }
            for arg in sub.get_arguments() {
                if !arg.get_help().is_some_and(is_japanese) {
                    missing.push(format!("{}.{}", sub.get_name(), arg.get_id()));
                }
            }
        }
        assert_eq!(missing, Vec::<String>::new());
        assert!(seen > 12, "the commands are there");
    }
}
