//! Why a player's answer did not count: what the explanation of a fault says.
//!
//! `said_*` and `label_*` build the frame of an explanation, `verdict_*` its headline, `why_*`
//! the reason, `fix_*` what to do about it, `mark_*` stands under the bytes that are wrong.

messages! {
    // The frame.
    label_game(id) "game {id}" / "対局 {id}";
    label_move(number) "move {number}" / "{number}手目";
    label_move_of_round(number, round) "move {number} ({round})" / "{number}手目（{round}）";
    label_start() "start" / "開始時";
    label_seat(number) "seat {number}" / "席{number}";
    label_we_sent() "we sent" / "審判が送信";
    label_we_gave() "file given" / "渡したファイル";
    label_wrote(name) "{name} wrote" / "{name} が書いたもの";
    label_said(name) "{name} said" / "{name} の出力";
    label_why() "why:" / "理由:";
    label_fix() "fix:" / "対処:";
    label_instead() "played instead:" / "代わりに実行:";
    label_again() "again:" / "再現:";
    label_times() "times:" / "時間:";
    label_legal() "legal here:" / "合法手:";
    label_stderr(name) "stderr of {name}:" / "{name} の stderr:";
    label_printed(name) "{name} printed:" / "{name} の画面出力:";
    label_shell() "the shell said:" / "シェルのメッセージ:";
    label_system() "the system said:" / "システムのメッセージ:";
    label_interpreter(program) "{program} said:" / "{program} のメッセージ:";
    said_nothing() "(nothing)" / "（なし）";
    said_end() "(end of output)" / "（出力の終わり）";
    lines_left_out(count) "... ({count} more)" / "...（ほか {count} 行）";

    board_wanted(sign, name) "{sign} {name}'s move" / "{sign} {name} の手";
    board_legal(sign) "{sign} legal" / "{sign} 合法手";
    board_to_move(who) "{who} (to move)" / "{who}（手番）";

    // What came of it.
    then_loses() "FORFEIT" / "反則負け";
    then_lost() "LOST" / "負け";
    then_again() "ASKED AGAIN" / "もう一度質問";
    then_default() "DEFAULT MOVE PLAYED" / "代わりの手で続行";
    then_noted() "NOTED" / "記録のみ";
    then_void() "GAME VOID" / "無効試合";
    verdict_illegal() "illegal move" / "ルール上できない手";
    verdict_format() "not a move" / "手として読めない出力";
    verdict_complaint() "the program says it cannot go on" / "プログラムが続行できないと伝えた";
    verdict_file() "the file is not as it should be" / "ファイルの内容が正しくない";
    verdict_unasked() "spoke without being asked" / "質問していないときの出力";
    verdict_time() "out of time" / "時間切れ";
    verdict_machine() "out of time, by the machine's fault" / "時間切れ（マシンの混雑が原因）";
    verdict_crash() "the program ended" / "プログラムの終了";
    verdict_closed() "stdout was closed" / "標準出力が閉じられた";
    verdict_flood() "too much output" / "出力が多すぎる";
    verdict_memory() "too much memory" / "メモリの使いすぎ";
    verdict_start() "did not start" / "起動できない";
    verdict_not_ready() "did not say that it is ready" / "準備完了の合図がない";
    verdict_disconnected() "connection lost" / "接続が切れた";
    verdict_refused() "refused by the sandbox" / "サンドボックスによる禁止";

    // Under the bytes.
    mark_not_legal() "not legal here" / "ここではできない手です";
    mark_not_ready() "not a sign that it is ready" / "準備完了の合図ではありません";
    mark_not_asked() "nobody had asked" / "まだ質問していません";
    mark_same_again() "the same line again" / "同じ行がもう一度届きました";
    mark_complaint() "its own words" / "プログラム自身の言葉です";
    mark_no_newline() "no newline here" / "ここに改行がありません";
    mark_spaces() "not part of a move" / "余分な空白です";
    mark_full_width() "full-width characters" / "全角文字です";
    mark_encoding(name) "{name}, not UTF-8" / "UTF-8 ではなく {name} です";
    mark_not_utf8() "not UTF-8" / "UTF-8 ではありません";
    mark_bom() "byte order mark (BOM)" / "BOM（バイト順マーク）";
    mark_control() "control character" / "制御文字";
    mark_literal_newline() "a backslash and an n, not a newline" / "改行ではなく、\\ と n の2文字です";
    mark_wrong_number(number) "expected {number}" / "{number} を書いてください";

    // Lines that are not moves.
    why_debug()
        "this looks like debug output; stdout is only for moves"
        / "デバッグ出力のようです。標準出力（stdout）には手だけを書きます";
    why_debug_with_move(mv)
        "it holds the legal move {mv}, but a move must stand alone in its line"
        / "合法手 {mv} が入っていますが、手は1行に手だけを書きます";
    fix_stderr_anywhere()
        "write it to stderr" / "標準エラー出力（stderr）に書いてください";
    fix_to_a_file()
        "write it to a file: here stderr is read like stdout"
        / "ファイルに書いてください（ここでは標準エラー出力も標準出力と同じように読まれます）";
    fix_move_alone(print) "print nothing but the move: {print}" / "手だけを出力してください: {print}";
    fix_rest(idiom) "everything else: {idiom}" / "それ以外の出力: {idiom}";
    why_wrong_form(mv)
        "this seems to mean {mv}, but a move is not written that way here"
        / "{mv} のつもりのようですが、書き方が違います";
    why_capitals(mv)
        "this seems to mean {mv}, but capital and small letters are told apart"
        / "{mv} のつもりのようですが、大文字と小文字は区別されます";
    fix_write_as(answer) "write it as {answer}" / "{answer} と書いてください";
    why_form_swapped(mv)
        "this may mean {mv}, in another form and with x and y exchanged"
        / "{mv} のつもりかもしれませんが、書き方が違い、x と y も逆のようです";
    why_form_off_by_one(mv)
        "this may mean {mv}, counted from 0 instead of 1 or the other way round"
        / "{mv} のつもりかもしれませんが、数え始め（0 か 1 か）が違うようです";
    mark_prompt() "a prompt, not part of a move" / "入力を促す文字で、手ではありません";
    why_prompt(mv)
        "{mv} is right, but a prompt for people stands before it, and it goes to stdout, too"
        / "{mv} は正しいのですが、入力を促す文字が前に付いています。これも標準出力に出ます";
    fix_prompt() "read without showing a prompt" / "入力を促す文字を表示せずに読み込んでください";
    why_index(mv, first)
        "this seems to be the number of a square, counted from {first}: that would be {mv}"
        / "マスの番号（{first} から数える）のようです。{mv} のつもりではありませんか";
    why_letter_sum(mv, number)
        "a letter and a number were added as numbers ({number}): this seems to mean {mv}"
        / "文字と数を足し算しています（{number}）。{mv} のつもりではありませんか";
    fix_letter_sum()
        "make texts of both first: \"\" + (char)('a' + x) + (y + 1)"
        / "先に文字列にしてからつなげてください: \"\" + (char)('a' + x) + (y + 1)";
    why_printed_board()
        "this looks like a row of a printed board; stdout is only for moves"
        / "表示した盤面の1行のようです。標準出力（stdout）には手だけを書きます";
    why_other_side(seat)
        "for {seat} it would be legal: does the program know which side it plays?"
        / "{seat}なら合法な手です。自分の色を取り違えていませんか";
    fix_other_side(seat)
        "read which side you are at the start of each game (here: {seat}), and look at the board from there"
        / "対局の始めに知らされる自分の色（ここでは{seat}）を読み取り、その色で手を探してください";
    why_endless() "it has never answered: is there a loop that does not end?" / "一度も答えていません。終わらないループになっていませんか";
    fix_endless()
        "print to stderr where it is, and see which loop goes on for ever"
        / "どこを実行しているかを標準エラー出力に表示して、終わらないループを探してください";
    why_no_main_class()
        "the jar does not say which class to start (Main-Class)" / "jar に、起動するクラス（Main-Class）の指定がありません";
    fix_no_main_class()
        "make it with jar cfe my_ai.jar MyAi *.class, or start it as \"java -cp my_ai.jar MyAi\""
        / "jar cfe my_ai.jar MyAi *.class で作り直すか、\"java -cp my_ai.jar MyAi\" で起動してください";
    why_source_encoding()
        "the source file is not in UTF-8 (is it Shift_JIS, as Windows saves it?)"
        / "ソースファイルの文字コードが UTF-8 ではありません（Windows の Shift_JIS で保存していませんか）";
    fix_source_encoding()
        "save the file as UTF-8 in your editor; Java: javac -encoding UTF-8"
        / "エディタで UTF-8 として保存し直してください（Java では javac -encoding UTF-8 も使えます）";
    why_no_main()
        "the class has no main method, so there is nothing to start"
        / "クラスに main メソッドがないので、起動できません";
    fix_no_main()
        "write public static void main(String[] args), in the class that is started"
        / "起動するクラスに public static void main(String[] args) を書いてください";
    why_newer_java()
        "it was compiled by a newer Java than the one that runs it"
        / "実行に使う Java より新しい Java でコンパイルされています";
    fix_newer_java()
        "compile it on this machine, or for older versions: javac --release 11 MyAi.java"
        / "このマシンでコンパイルするか、古いバージョン向けにコンパイルしてください: javac --release 11 MyAi.java";
    why_no_module(name)
        "the module {name} is not installed here" / "モジュール {name} がここにはインストールされていません";
    fix_no_module(name)
        "pip install {name}, or do without it; a file of your own belongs into the same folder"
        / "pip install {name} でインストールするか、使わずに書いてください。自分で作ったファイルなら同じフォルダに置きます";
    why_file_not_there(name)
        "it opens a file that is not there: {name}" / "存在しないファイルを開こうとしました: {name}";
    fix_file_not_there()
        "a file is looked for in the folder in which the program is started: name it from the program's own place (Python: Path(__file__).parent / name)"
        / "ファイルは、プログラムを起動したフォルダで探されます。プログラム自身の場所から指定してください（Python なら Path(__file__).parent / 名前）";
    why_recursion()
        "a function calls itself for ever" / "関数が自分自身を呼び続けています（終わらない再帰）";
    fix_recursion()
        "see when the recursion ends: at depth 0, and when nobody can move"
        / "再帰が終わる条件（深さ 0 や、合法手がないとき）を確かめてください";
    why_null(word)
        "the program printed the word {word}: its variable held no move"
        / "{word} という文字が出力されました。変数に手が入っていないようです";
    fix_null()
        "see why no move was chosen: does the function return it in every case?"
        / "手が選ばれなかった原因を調べてください（どの場合でも return していますか）";
    why_not_a_move(said) "\"{said}\" is not a move of this game" / "「{said}」はこのゲームの手ではありません";
    a_move() "a move" / "手";
    fix_expected(expected) "answer with {expected}" / "答えは {expected} です";
    why_empty() "an empty line is not a move" / "空行は手になりません";
    fix_empty()
        "is the text that is printed empty? (to pass, say so in the words of the protocol)"
        / "出力する文字列が空になっていませんか（パスのときも、決められた言葉で答えます）";
    why_full_width(said, mv)
        "\"{said}\" is in full-width (zenkaku) characters; {mv} must be plain ASCII"
        / "「{said}」は全角文字です。半角で {mv} と書きます";
    why_spaces(mv)
        "{mv} is right, but there are spaces around it"
        / "{mv} は正しいのですが、前後に余分な空白があります";
    fix_spaces() "remove the spaces before or after the move" / "手の前後の空白を取り除いてください";
    why_literal_newline(mv)
        "{mv} is right, but the two characters \\ and n follow it as text"
        / "{mv} は正しいのですが、後ろに \\ と n がそのまま文字として出力されています";

    // Bytes that are not text.
    why_shift_jis()
        "these bytes are Japanese text in Shift_JIS (the encoding of Windows), not UTF-8"
        / "Shift_JIS（Windows の文字コード）の日本語のようです。UTF-8 ではありません";
    why_euc_jp()
        "these bytes are Japanese text in EUC-JP, not UTF-8"
        / "EUC-JP の日本語のようです。UTF-8 ではありません";
    why_moves_are_ascii()
        "a move needs only plain ASCII letters, so this is probably a message for people"
        / "手は半角英数字だけで書けるので、人向けのメッセージだと思われます";
    why_not_utf8()
        "these bytes are not text in UTF-8 (is it binary data?)"
        / "UTF-8 の文字列ではありません（バイナリデータを出力していませんか）";
    why_utf16()
        "these bytes are UTF-16 (two bytes for each letter), not UTF-8"
        / "UTF-16（1文字が2バイト）で出力されています。UTF-8 にしてください";
    fix_encoding_anywhere()
        "print in UTF-8 or plain ASCII" / "UTF-8 か半角英数字だけで出力してください";
    why_bom(rest)
        "an invisible byte order mark (BOM) stands before \"{rest}\""
        / "「{rest}」の前に、目に見えない BOM（バイト順マーク）が付いています";
    fix_bom() "print in UTF-8 without BOM" / "BOM なしの UTF-8 で出力してください";
    fix_bom_python()
        "use encoding=\"utf-8\", not \"utf-8-sig\"" / "encoding は \"utf-8-sig\" ではなく \"utf-8\" にしてください";
    why_nul()
        "there is a NUL byte (\\0) in the line; text has none"
        / "行の中に NUL（\\0）が入っています。文字列には現れないバイトです";
    fix_nul()
        "print the text only up to its end, not the whole buffer (in C: %s, not fwrite)"
        / "バッファ全体ではなく文字列の終わりまでを出力してください（C なら fwrite ではなく %s）";
    why_colour()
        "there are colour codes for a terminal (ESC [ ...) in the line"
        / "端末用の色付けコード（ESC [ ...）が混ざっています";
    fix_colour() "print the move without colours" / "色を付けずに出力してください";
    why_control(code)
        "there is an invisible control character ({code}) in the line"
        / "目に見えない制御文字（{code}）が混ざっています";
    fix_control() "print only letters, digits and signs" / "文字・数字・記号だけを出力してください";

    // Moves that are not allowed.
    why_occupied(mv) "{mv} is a move, but that square is taken" / "{mv} のマスはすでに埋まっています";
    why_not_allowed(mv)
        "{mv} is a move, but the rules do not allow it here"
        / "{mv} は手として読めますが、ルール上この局面ではできません";
    why_illegal(mv, why) "{mv} is not allowed here: {why}" / "{mv} はここではできません。{why}";
    why_other_names(said, mv)
        "squares are named as Gyoji names them: \"{said}\" is {mv}"
        / "マスの名前は行司の書き方です（\"{said}\" は {mv} にあたります）";
    fix_taken()
        "look whether the square is free before you play there"
        / "手を選ぶ前に、そこが空いているかを確かめてください";
    fix_compare()
        "compare your list of legal moves with ours" / "自分の合法手の一覧と「合法手」を見比べてください";
    fix_check_first()
        "look whether the rules allow it before you send it"
        / "送る前に、ルール上できるかどうかを確かめてください";
    why_maybe_swapped(mv)
        "maybe x and y are exchanged: {mv} would be legal"
        / "x と y が逆かもしれません（{mv} なら合法です）";
    fix_swapped()
        "check the order of x and y where the move becomes text"
        / "手を文字列にするところで、x と y の順番を確かめてください";
    why_maybe_off_by_one(mv)
        "maybe off by one, counting from 0 instead of 1: {mv} would be legal"
        / "1つずれているかもしれません（0 から数えるか、1 から数えるか。{mv} なら合法です）";
    fix_off_by_one()
        "check whether columns and rows are counted from 0 or from 1"
        / "列と行を 0 から数えるか 1 から数えるかを確かめてください";
    why_old_board(number)
        "it was legal at your turn before (move {number}): is that still the board you look at?"
        / "前の自分の番（{number}手目）なら合法だった手です。古い盤面を見ていませんか";
    fix_old_board()
        "make the board anew from each question" / "質問が来るたびに、盤面を作り直してください";
    why_needless_pass(count)
        "it passed, but there is a legal move ({count} in all)"
        / "合法手が {count} 個あるのにパスしました";
    fix_needless_pass()
        "pass only when there is no legal move" / "パスできるのは、合法手がないときだけです";
    why_only_answer(said, mv)
        "{said} is not possible: the only legal answer here is {mv}"
        / "{said} はできません。この局面で答えられるのは {mv} だけです";
    fix_missing_pass(mv)
        "when no square can be played, answer {mv} (there is no automatic pass)"
        / "合法手がないときは {mv} と答えてください（自動ではパスになりません）";

    // Speaking without being asked.
    why_twice(first)
        "it had answered {first} already; each question gets exactly one line"
        / "すでに {first} と答えています。1回の質問への答えは1行だけです";
    why_same_twice(first)
        "it said {first} twice; each question gets exactly one line"
        / "{first} と2回答えています。1回の質問への答えは1行だけです";
    why_same_at_once(first)
        "{first} again, at once after the answer before: it seems to be printed twice, and each question gets exactly one line"
        / "前の答え {first} とまったく同じ行が、直後にもう一度届きました。答えを2回出力しているようです。1回の質問への答えは1行だけです";
    why_or_old_board()
        "or it still looks at the board of the question before, and answers the same again"
        / "または、前の質問の盤面のまま、同じ手をもう一度答えたのかもしれません";
    fix_twice()
        "print the answer once, then wait for the next question"
        / "答えは1回だけ出力して、次の質問を待ってください";
    why_move_unasked()
        "this is a move, but it had not been asked for one"
        / "手が出力されましたが、まだ質問していません";
    fix_wait()
        "read the question first, then answer" / "先に質問を読んでから答えてください";
    why_extra_line()
        "an empty line follows the answer: the newline is printed twice"
        / "答えのあとに空行があります。改行を2回出力しているようです";
    why_maybe_extra_line()
        "an empty line, right after the answer before: perhaps the newline is printed twice"
        / "前の答えのすぐあとに空行が届きました。改行を2回出力していませんか";
    fix_one_newline() "print one newline, not two" / "改行は1回だけ出力してください";
    fix_extra_line(print)
        "one newline is enough: {print}" / "改行は1回で十分です: {print}";
    why_out_of_turn()
        "this came when nobody had asked; stdout is only for answers"
        / "質問していないときの出力です。標準出力（stdout）には答えだけを書きます";
    why_before_first()
        "this came before the first question; stdout is only for answers"
        / "最初の質問より前の出力です。標準出力（stdout）には答えだけを書きます";

    // The plain protocol.
    why_plain_number(found, wanted)
        "the question has number {wanted}, but the answer says {found}"
        / "質問の番号は {wanted} ですが、答えの番号は {found} です";
    why_plain_stale(found, wanted)
        "an answer came, but to question {found}; the question that stands has number {wanted}, so it is still open"
        / "質問 {found} への答えは届きましたが、いまの質問の番号は {wanted} なので、まだ答えていないことになります";
    fix_plain_number(answer)
        "repeat the number after \"go\": {answer}" / "go の後の番号をそのまま書いてください: {answer}";
    why_plain_no_number()
        "the number of the question is missing" / "質問の番号がありません";
    why_plain_bare(mv)
        "{mv} is a move, but the plain protocol wants \"move\" and the number before it"
        / "{mv} は手ですが、plain では前に move と質問の番号を書きます";
    why_plain_unknown(word)
        "\"{word}\" is not a word of the plain protocol; it knows ready, move and info"
        / "「{word}」は plain の言葉ではありません。使えるのは ready・move・info です";
    why_plain_near(word, near)
        "\"{word}\" is not a word of the plain protocol; did you mean {near}?"
        / "「{word}」は plain の言葉ではありません。もしかして: {near}";
    fix_plain_remark(idiom)
        "remarks begin with info, or go to stderr: {idiom}"
        / "メモは info で始めるか、stderr に書いてください: {idiom}";
    fix_plain_remark_anywhere()
        "remarks begin with info, or go to stderr" / "メモは info で始めるか、stderr に書いてください";

    // Time.
    why_nothing()
        "the program runs, but nothing arrived from it; did you flush?"
        / "プログラムは動いていますが、何も届きませんでした。flush を忘れていませんか";
    why_buffer()
        "what is printed may wait in a buffer of the program until that is full"
        / "出力は、プログラムの中のバッファにたまったままになることがあります";
    fix_flush_anywhere()
        "flush stdout after each answer (C: fflush(stdout), C++: std::endl)"
        / "答えるたびに標準出力を flush してください（C: fflush(stdout)、C++: std::endl）";
    why_no_newline(said)
        "\"{said}\" arrived, but no newline after it; a line counts when it is complete"
        / "「{said}」は届きましたが、改行がありません。改行までで1つの答えになります";
    fix_newline(print) "end the line: {print}" / "改行を付けてください: {print}";
    fix_newline_anywhere() "print a newline after the move" / "手の後に改行を出力してください";
    why_late(said, over)
        "the answer {said} came, but {over} s after the limit"
        / "{said} という答えは届きましたが、制限時間を {over} 秒過ぎていました";
    why_came_later(said)
        "the answer {said} came when the time was up, and did not count any more"
        / "{said} という答えは届きましたが、制限時間を過ぎていたので無効になりました";
    why_no_answer(limit) "no answer within {limit} s" / "{limit} 秒以内に答えがありませんでした";
    why_clock(clock, moves, left)
        "the whole game's time of {clock} was used up after {moves} moves; this answer had {left} s left"
        / "1局全体の持ち時間 {clock} を、{moves} 手を終えたところで使い切りました（この手に残っていたのは {left} 秒）";
    fix_clock()
        "spend less on each move: what is left has to do for the rest of the game"
        / "1手に使う時間を減らしてください。残り時間で終局まで対局することになります";
    why_no_answer_at_all() "no answer in time" / "時間内に答えがありませんでした";
    why_thinking(cpu, used)
        "it was computing all the time: {cpu} s of processor time in {used} s"
        / "時間いっぱいまで計算していました（{used} 秒のうち CPU は {cpu} 秒）";
    why_thinking_in_a_queue(cpu, wait, used)
        "most of the {used} s it was computing ({cpu} s) or in the queue for a cpu ({wait} s)"
        / "{used} 秒のほとんどは、計算中（{cpu} 秒）か CPU の順番待ち（{wait} 秒）でした";
    fix_thinking()
        "look at the clock while searching and stop before the limit"
        / "探索の途中で時計を見て、制限時間の前に打ち切ってください";
    why_waiting(cpu, used)
        "it hardly computed ({cpu} s of processor time in {used} s): it slept or waited"
        / "ほとんど計算していません（{used} 秒のうち CPU は {cpu} 秒）。待っていたようです";
    why_flushed_before()
        "it has answered before, so the way out works: is it waiting for more input?"
        / "前の質問には答えているので、出力はできています。次の入力を待っていませんか";
    why_reads_on()
        "when the time was up it was waiting for another line: it reads more than was sent, or this answer was not flushed"
        / "時間切れのとき、次の行の入力待ちでした。送られた行より多く読もうとしているか、この答えが flush されていません";
    why_asleep()
        "when the time was up it was not waiting for input: it slept, or waited for a thread or a program of its own"
        / "時間切れのとき、入力待ちではありませんでした。sleep しているか、自分のスレッドや子プロセスを待っています";
    fix_asleep()
        "take the sleep out, or print to stderr before each step to see which one it waits in"
        / "sleep を取り除いてください。なければ、どこで待っているのかを標準エラー出力に表示して調べてください";
    fix_waiting()
        "read only what was sent (see above), then answer"
        / "送られた行（上の表示）だけを読んだら、すぐに答えてください";
    fix_sleeping()
        "does it sleep, or wait for a file or the network?"
        / "sleep や、ファイル・ネットワークの待ち時間が入っていませんか";
    why_machine(wait)
        "the machine was busy: for {wait} s it was ready to run but got no processor"
        / "マシンが混んでいました。動ける状態のまま {wait} 秒間 CPU の順番待ちでした";
    why_machine_unmeasured()
        "the machine was busy with other work" / "マシンがほかの処理で混んでいました";
    why_not_the_program()
        "on an idle machine the answer would have been in time: not the program's fault"
        / "空いているマシンなら間に合っていました。プログラムのせいではありません";
    fix_machine() "run fewer games at once" / "同時に行う対局の数を減らしてください";
    why_first_answer()
        "it was the first answer, so the time includes the start of the program"
        / "最初の答えなので、プログラムの起動時間も含まれています";
    why_start_each_time()
        "it is started anew for each answer, so the time includes that"
        / "毎回起動し直す方式なので、時間には起動時間も含まれています";
    why_growing()
        "its times have been growing from answer to answer" / "答えるまでの時間がだんだん長くなっていました";
    times_limit(used, limit) "{used} s used, limit {limit} s" / "使った時間 {used} 秒、制限 {limit} 秒";
    times_used(used) "{used} s used" / "使った時間 {used} 秒";
    times_split(cpu, wait, rest)
        "cpu {cpu} s, queue for a cpu {wait} s, asleep or waiting {rest} s"
        / "CPU {cpu} 秒、CPU の順番待ち {wait} 秒、休止・入力待ち {rest} 秒";
    times_not_counted(delay, stall)
        "not counted: {delay} s in which others had the processors, {stall} s in which the referee itself did not run"
        / "数えていない時間: ほかのプログラムが CPU を使っていた {delay} 秒、審判自身が止まっていた {stall} 秒";
    times_cpu(cpu, rest)
        "cpu {cpu} s, the rest {rest} s" / "CPU {cpu} 秒、それ以外 {rest} 秒";
    times_history(count, min, median, max)
        "answers before: {count}; fastest {min} s, median {median} s, slowest {max} s"
        / "それまでの {count} 回: 最短 {min} 秒、中央値 {median} 秒、最長 {max} 秒";
    times_last(list) "the last ones: {list} s" / "直近: {list} 秒";

    // Programs that are run once for each answer, on a file.
    why_file_gone()
        "the program has ended, but the file it was given is not there any more"
        / "プログラムは終了しましたが、渡したファイルがなくなっています";
    why_file_not_readable()
        "the program has ended, but the file it was given cannot be read any more"
        / "プログラムは終了しましたが、渡したファイルが読めなくなっています";
    why_other_file()
        "this is not what the file has to hold" / "ファイルに書くべき内容と違います";
    fix_file_gone()
        "write the answer to the same file, under the same name"
        / "渡されたファイルと同じ名前のファイルに書き込んでください";
    why_file_unchanged() "it has not changed the file" / "ファイルは変更されていません";
    why_not_ended()
        "when the time was up, the file was written but the program had not ended"
        / "時間切れの時点で、ファイルは書かれていましたがプログラムが終了していませんでした";
    why_end_is_answer()
        "an answer counts when the program has ended" / "プログラムが終了した時点で、答えたことになります";
    fix_not_ended()
        "let the program end after writing the file (does it loop, or wait for a key?)"
        / "ファイルを書いたらプログラムを終了してください（ループやキー入力待ちになっていませんか）";
    why_no_input()
        "nobody types anything to it: its stdin is empty" / "標準入力には何も送られません（キー入力はできません）";
    why_vanished()
        "the program is gone, and nobody can say how it ended"
        / "プログラムがいなくなりました（終わり方はわかりません）";
    why_long_file(bytes)
        "the file is too large: {bytes} bytes" / "ファイルが大きすぎます（{bytes} バイト）";
    fix_long_file()
        "write the file anew instead of adding to it" / "ファイルは追記せず、毎回書き直してください";
    fix_encoding_of_file()
        "write the file in UTF-8 or plain ASCII" / "ファイルは UTF-8 か半角英数字だけで書いてください";

    // The end of a program.
    why_closed()
        "the program still runs, but it has closed its stdout"
        / "プログラムは動いていますが、標準出力（stdout）を閉じました";
    fix_closed()
        "leave stdout open until the game is over" / "対局が終わるまで標準出力を閉じないでください";
    fix_closed_java()
        "do not close System.out (try-with-resources around it does)"
        / "System.out を閉じないでください（try-with-resources で囲むと閉じてしまいます）";
    why_exited_normally()
        "the program ended by itself (exit code 0) before the game was over"
        / "対局の途中で、プログラムが正常に終了しました（終了コード 0）";
    why_answered_then_ended(count)
        "it had answered {count} times, then ended: does it read only so many lines?"
        / "{count} 回答えたあとに終了しました。それだけ読んで終わっていませんか";
    why_answered_once_then_ended()
        "it had answered once, then ended: does it read only one question?"
        / "1 回答えただけで終了しました。1 回分しか読んでいないのではありませんか";
    why_never_answered()
        "it never answered: does it reach its end too early?"
        / "一度も答えずに終わっています。ループに入る前に終了していませんか";
    fix_loop()
        "read and answer in a loop until the game is over"
        / "対局が終わるまで、ループで「読む→答える」を繰り返してください";
    why_exit_code(code)
        "the program ended with exit code {code}" / "プログラムが終了コード {code} で終わりました";
    why_last_words(words) "its own words: {words}" / "プログラム自身のメッセージ: {words}";
    fix_look_at(place)
        "look at {place}; the command below plays this position again"
        / "{place} を見てください。下のコマンドで同じ局面を試せます";
    fix_repeat()
        "the command below plays this position again"
        / "下のコマンドで同じ局面を試せます";
    fix_print_more()
        "it left no message; print to stderr how far it gets"
        / "メッセージがありません。どこまで進んだかを stderr に出力して調べてください";
    why_signal(signal)
        "the program was ended by {signal}" / "プログラムが {signal} で終了しました";
    why_signal_by_code(code, signal)
        "exit code {code} means that it was ended by {signal}"
        / "終了コード {code} は {signal} による終了を表します";
    signal_segv()
        "it used memory that is not its own (index out of range, null pointer, endless recursion)"
        / "許されないメモリを使いました（配列の範囲外、NULL ポインタ、終わらない再帰など）";
    signal_abrt()
        "it gave up by itself (assert, abort, an exception nobody caught)"
        / "プログラムが自分で中断しました（assert、abort、catch されない例外など）";
    signal_fpe() "an integer was divided by zero" / "整数を 0 で割りました";
    signal_ill()
        "an instruction this processor does not have" / "この CPU にない命令を実行しました";
    signal_bus() "it used memory in a wrong way" / "メモリの使い方が正しくありません";
    signal_kill()
        "something stopped it by force, often because of too much memory"
        / "外から強制終了されました（メモリ不足のときによく起こります）";
    signal_term() "something asked it to stop" / "外から終了を求められました";
    signal_int() "it was interrupted (Ctrl-C)" / "中断されました（Ctrl-C）";
    signal_pipe()
        "it wrote to something that was closed" / "閉じられた相手に書き込みました";
    signal_sys()
        "it made a system call that is forbidden here" / "禁止されているシステムコールを使いました";
    signal_xcpu() "it used too much processor time" / "CPU 時間を使いすぎました";
    signal_trap() "it stopped at a trap, as for a debugger" / "デバッガ用の停止命令に当たりました";
    signal_name(number) "signal {number}" / "シグナル {number}";

    why_built_in()
        "a built-in bot broke off: this is a mistake in gyoji itself"
        / "内蔵ボットが途中で止まりました。gyoji 自体の不具合です";
    fix_report()
        "please report it, together with the record of the game"
        / "棋譜を添えて報告してください";
    why_strikes(count)
        "this was fault number {count}, and so many lose the game"
        / "これで反則が {count} 回になり、負けになります";

    // Programs that do not come up.
    why_shell_not_found()
        "the shell did not find the command (exit code 127)"
        / "シェルがコマンドを見つけられませんでした（終了コード 127）";
    why_shell_cannot_run()
        "the shell found the command but could not run it (exit code 126)"
        / "コマンドは見つかりましたが、シェルが実行できませんでした（終了コード 126）";
    why_file_missing(program)
        "{program} did not find the file of your program"
        / "{program} がプログラムのファイルを見つけられませんでした";
    fix_path()
        "check the name and the folder of the file" / "ファイル名とフォルダを確かめてください";
    why_not_found(program)
        "there is no program \"{program}\" here" / "「{program}」というプログラムが見つかりません";
    fix_install(program)
        "is {program} installed? is its name written correctly?"
        / "{program} はインストールされていますか。名前は正しいですか";
    why_not_permitted(program)
        "\"{program}\" is there, but may not be run as a program"
        / "「{program}」はありますが、実行が許可されていません";
    why_not_executable(program)
        "\"{program}\" is not a program this system can run"
        / "「{program}」はこのシステムで実行できる形式ではありません";
    fix_interpreter()
        "write the interpreter too (python3 my_ai.py), or build it for this machine"
        / "「python3 my_ai.py」のように書くか、このマシン用にビルドし直してください";
    why_not_ready()
        "it was started, but did not say that it is ready"
        / "起動しましたが、準備完了の合図がありませんでした";
    why_hello_game(theirs, ours)
        "this is a program for {theirs}, but the game here is {ours}"
        / "{theirs} のプログラムですが、この対局は {ours} です";
    fix_hello_game(theirs, ours)
        "connect a program for {ours}, or play the other game: gyoji match {theirs} ..."
        / "{ours} のプログラムを接続するか、gyoji match {theirs} ... で対局してください";
    why_hello() "this greeting is not written as it has to be" / "あいさつの行の書き方が違います";
    fix_hello(game)
        "write hello gyoji 1 {game} NAME (a name has no blanks), then ready"
        / "hello gyoji 1 {game} NAME（名前に空白は使えません）と書いてから、ready と書いてください";
    why_not_ready_yet()
        "the first answer has to be that it is ready; this is something else"
        / "最初の答えは準備完了の合図でなければなりませんが、別の行が届きました";
    fix_ready()
        "answer the first line before anything else, and flush"
        / "最初の行にまず答えて、flush してください";
    why_could_not_start()
        "the program could not be started" / "プログラムを起動できませんでした";
    fix_try_command(command)
        "try it by hand: {command}" / "自分で実行してみてください: {command}";

    // Too much.
    why_long_line(bytes)
        "one line was too long: {bytes} bytes and no end" / "1行が長すぎます（{bytes} バイト、改行なし）";
    why_many_lines(lines, bytes)
        "too much output for one answer: at least {lines} lines, {bytes} bytes"
        / "1回の答えとしては出力が多すぎます（{lines} 行以上、{bytes} バイト）";
    why_endless_lines(bytes)
        "too much output for one answer: {bytes} bytes, in many lines like the one above"
        / "1回の答えとしては出力が多すぎます（上のような行が続いて {bytes} バイト）";
    fix_flood()
        "is there a print in an endless loop?" / "無限ループの中で出力していませんか";
    fix_messages(idiom) "messages for people: {idiom}" / "人向けのメッセージ: {idiom}";
    why_memory()
        "the program used more memory than it may" / "許された量より多くのメモリを使いました";
    fix_memory()
        "keep fewer positions (smaller tables, shallower search)"
        / "覚えておく局面を減らしてください（表を小さく、探索を浅く）";
    why_disconnected()
        "the other side closed the connection before the game was over"
        / "対局の途中で、相手側から接続が切られました";
    fix_disconnected()
        "keep the connection open until the game is over (or did the network fail?)"
        / "対局が終わるまで接続を保ってください（通信障害かもしれません）";
    why_refused()
        "the program tried something the sandbox does not allow"
        / "サンドボックスで禁止されていることをしようとしました";
    why_refused_what(what)
        "the sandbox refused it: {what}" / "サンドボックスが拒否しました: {what}";
    why_memory_of(what) "memory: {what}" / "メモリ: {what}";
    fix_memory_limit()
        "or allow it more: the player's option memory=4GB"
        / "または、許す量を増やしてください（プレイヤーのオプション memory=4GB）";
    fix_refused()
        "a player may use its own folder, but no network and no other files"
        / "使えるのは自分のフォルダだけです（ネットワークやほかのファイルは使えません）";
}
