//! What a page says in a browser.
//!
//! A page has both languages in it and changes between them without asking anybody, so its words
//! are a list that goes with it: [`ALL`]. `{name}` in them is filled by the page's scripts.

use crate::Text;

messages! {
    damaged(line, what) "the record does not go on: line {line}, {what}" / "記録はここまでしか再生できません: {line}行目、{what}";
    a_move(time) "{time} a move" / "1手{time}";
    a_game(time) "{time} a game" / "持ち時間{time}";
    strikes(count) "{count} faults lose" / "反則{count}回で負け";
    milliseconds(count) "{count} ms" / "{count}ミリ秒";
    seconds(count) "{count} s" / "{count}秒";
    minutes(count) "{count} min" / "{count}分";
    game_title(game, players) "{game}: {players}" / "{game} {players}";
}

macro_rules! words {
    ($($key:ident $en:literal / $ja:literal;)*) => {
        /// Every word of the pages' scripts, by its name.
        pub const ALL: &[(&str, Text)] = &[$((stringify!($key), Text::new($en, $ja))),*];
    };
}

/// What something of a list is called: a `format`, a `stage`, a `tie`, by its name in files.
pub fn named(list: &str, id: &str) -> Option<Text> {
    let key = format!("{list}_{}", id.replace('-', "_"));
    ALL.iter().find(|(known, _)| *known == key).map(|(_, text)| text.clone())
}

words! {
    brand "Gyoji" / "行司";
    language "Language" / "言語";
    dark "Dark" / "暗い画面";
    light "Light" / "明るい画面";
    close "Close" / "閉じる";
    copy "Copy" / "写す";
    copied "copied" / "写しました";
    not_copied "not copied" / "写せませんでした";

    ply "move {n}" / "{n}手目";
    of_plies "/ {n} moves" / "/ {n}手";
    to_move "{who} to move" / "{who}の番";
    can_pick "can be chosen" / "選べます";
    s "{n} s" / "{n} 秒";
    mean "mean {n}" / "平均 {n}";
    longest "longest {n}" / "最長 {n}";
    in_all "{n} s in all" / "計 {n} 秒";
    limit "limit {n} s" / "制限 {n} 秒";
    points "points" / "得点";
    place "no. {n}" / "{n}位";
    won "won" / "勝ち";
    forfeit "forfeit" / "反則負け";
    left "left" / "残り";
    took "took" / "直前";
    over "over" / "終局";
    live "Live" / "ライブ";
    live_note "Follow the game" / "対局の進行についていく";
    turn "to move" / "手番";
    thinking "thinking" / "考え中";
    slip_note "the opponent's chances rose from {from} % to {to} %" / "この手で相手の見込みが {from}% から {to}% に上がりました";
    wins "{who} wins: {why}" / "{who} の勝ち: {why}";
    draw "a draw: {why}" / "引き分け: {why}";
    end_fault "by a fault" / "反則";
    end_resigned "by giving up" / "投了";
    end_aborted "stopped; counts for nobody" / "中止（成績に数えません）";
    end_void "void; counts for nobody" / "無効試合（成績に数えません）";

    first "Start" / "最初";
    back "Back" / "前の手";
    next "Next" / "次の手";
    last "End" / "最後";
    play "Play" / "再生";
    pause "Pause" / "停止";
    speed "Speed" / "速さ";
    timeline "Move" / "手数";
    flip "Turn the board" / "盤を回す";
    copy_position "Copy the position" / "局面を写す";
    copy_link "Link to this move" / "この手へのリンク";
    save_share "Save and share" / "保存と共有";
    copy_moves "Copy the moves" / "棋譜を写す";
    save_svg "Board as SVG" / "盤を SVG で保存";
    save_png "Board as PNG" / "盤を PNG で保存";
    keys "Keys" / "キー操作";
    key_step "one move" / "1手";
    key_far "ten moves, or a hundred" / "10手（長い対局では100手）";
    key_ends "start, end" / "最初・最後";
    key_play "play, pause" / "再生・停止";
    key_speed "faster, slower" / "速く・遅く";
    key_fault "fault before, next fault" / "前の反則・次の反則";
    key_tab "talk, time, value, why" / "会話・時間・評価・理由";
    key_board "to the board; arrows and Enter choose a cell" / "盤へ移動（矢印キーと Enter でマスを選ぶ）";
    key_cancel "cancel a move that is begun" / "選びかけの手を取り消す";

    moves "Moves" / "手順";
    changes "Points" / "得点の動き";
    times "{n} times" / "{n}回";
    undone "{n} taken back" / "{n}手戻す";
    fault "fault" / "反則";
    tab_talk "Talk" / "会話";
    tab_time "Time" / "時間";
    tab_value "Value" / "評価";
    tab_why "Why" / "理由";
    tab_marks "Marks" / "印";
    no_marks "No point is marked in this position." / "この局面に印のつく点はありません。";
    marks_note "{n} points are marked on the board." / "盤に印のついた点が{n}か所あります。";

    received "received" / "受信";
    answered "answered" / "回答";
    heard "said" / "発言";
    move "move" / "手";
    thought "thought" / "思考";
    nothing "(nothing)" / "（なし）";
    lines_before "… {n} lines before" / "… 前に{n}行";
    talk_start "The game has not begun yet: go to a move." / "まだ始まっていません。手を選ぶと、やりとりが出ます。";
    talk_left_out "What was sent is too long for this page; gyoji replay --talk shows it." / "送信内容は長いため、このページには入っていません。gyoji replay --talk で見られます。";
    machine_wait "waiting for the machine" / "マシン待ち";
    other_time "other" / "その他";
    near_limit "near the limit, or a fault" / "制限の8割以上・反則";
    no_values "Nobody said what the position was worth." / "評価を書いたプレイヤーはいません。";
    points_note "Points; the line is the number at the start." / "得点。横線は開始時の点数です。";
    value_note "As {who} sees it: up is good for {who}." / "{who}から見た値。上が{who}よし。";
    thinks "{who} thinks" / "{who} の読み";
    thinks_percent "{who} thinks (chance to win)" / "{who} の読み（勝率）";
    difference "difference of points" / "得点差";
    difference_of "difference of {what}" / "{what}の差";
    value_source "What bots say is the score they print while thinking." / "読みは各ボットが思考中に書いた score や rate です。";

    no_faults "No fault: every answer counted." / "反則はありません。";
    fault_number "fault {n}" / "{n}回目";
    fault_illegal "illegal move" / "できない手";
    fault_format "not a move" / "手として読めない出力";
    fault_time "out of time" / "時間切れ";
    fault_crash "the program ended" / "プログラムの終了";
    fault_flood "too much output" / "出力が多すぎる";
    fault_memory "too much memory" / "メモリの使いすぎ";
    fault_start "did not start" / "起動できない";
    fault_disconnected "connection lost" / "接続が切れた";
    fault_refused "refused by the sandbox" / "サンドボックスによる禁止";
    referee_sent "the referee sent" / "審判が送信";
    player_said "{who} said" / "{who} の出力";
    reason "Why" / "理由";
    fix "Fix" / "対処";
    instead "Instead" / "代わりに";
    legal "Legal" / "できる手";
    again "Again" / "再現";

    standings "Standings" / "順位";
    result "Result" / "結果";
    winner "winner" / "優勝";
    entrants "{n} entrants" / "{n}組";
    n_games "{n} games" / "{n}局";
    n_meetings "{n} meetings" / "{n}組";
    playing_now "playing" / "対局中";
    to_be_played "to come" / "予定";
    all_rounds "All {n} rounds" / "全{n}回戦を表示";
    schedule_title "Schedule" / "日程";
    event_over "over" / "終了";
    event_running "running" / "進行中";
    on_this_page "On this page" / "この大会";
    made_by "Made by Gyoji. This page needs no network." / "行司が作りました。このページは通信なしで開けます。";
    col_place "#" / "順";
    col_name "name" / "名前";
    col_score "score" / "得点";
    col_games "games" / "局";
    col_record "won–drawn–lost" / "勝–分–負";
    col_rating "rating" / "レート";
    col_faults "faults" / "反則";
    col_answers "answers" / "回答数";
    col_median "median (s)" / "中央値（秒）";
    col_longest "longest (s)" / "最長（秒）";
    col_near "near the limit" / "制限の8割以上";
    advances "goes on" / "進出";
    tie_score "score" / "得点";
    tie_buchholz "Buchholz" / "ブッフホルツ";
    tie_buchholz_cut_1 "Buchholz cut 1" / "ブッフホルツ（最下位を除く）";
    tie_median_buchholz "median Buchholz" / "中間ブッフホルツ";
    tie_sonneborn_berger "Sonneborn–Berger" / "SB";
    tie_direct "direct" / "直接対決";
    tie_faults "faults" / "反則";
    tie_points "points" / "点数";
    tie_wins "wins" / "勝数";
    tie_lot "lot" / "抽選";
    cross_note "Points of the row's player" / "行のプレイヤーの得点";
    heat_most "most" / "勝ち越し";
    heat_even "even" / "互角";
    heat_none "none" / "0点";
    heat_fault "with a loss by a fault" / "反則負けを含む";
    heat_never "not met" / "対戦なし";
    heat_now "playing now" / "対局中";
    rating_note "Ratings are relative; their bars are 95 % intervals." / "レートは平均0の相対値、± と横棒は95 %区間です。";
    ratings_over_time "Ratings" / "レートの推移";
    ratings_note "the best five; bands: 95 % intervals of the best three" / "上位5、帯は上位3の95 %区間";
    axis_games "games" / "局";
    times_title "Times" / "時間";
    times_note "the longest answer, against the limit" / "最長の回答と制限時間";
    faults_title "Faults" / "反則";
    faults_note "{n} in all; the newest of each" / "全{n}件。それぞれの最新の理由";
    games_title "Games" / "対局";
    all_inside "all of them can be watched here" / "すべてこのページで再生できます";
    some_inside "{n} of {of} can be watched here: the last rounds, those with faults, and a choice of the others" / "{of}局のうち{n}局をこのページで再生できます（終盤の回戦、反則のあった対局、その他から選択）";
    filter_name "Whose games" / "だれの対局";
    everybody "everybody" / "全員";
    more "{n} more" / "あと{n}局";
    plies "{n} moves" / "{n}手";
    watch "watch" / "観る";
    round "round {n}" / "第{n}回戦";
    rounds "{n} rounds" / "{n}回戦の組み合わせ";
    game_number "game {n}" / "第{n}局";
    round_final "Final" / "決勝";
    round_semi_final "Semi-finals" / "準決勝";
    round_quarter_final "Quarter-finals" / "準々決勝";
    round_third_place "Third place" / "3位決定戦";
    best_of "best of {n}" / "最大{n}局";
    table_number "table {n}" / "{n}卓";
    group "group {name}" / "{name}組";
    to_come "to come" / "未定";
    bye "bye" / "不戦勝";
    format_round_robin "all play all" / "総当たり";
    format_gauntlet "gauntlet" / "ガントレット";
    format_swiss "Swiss system" / "スイス式";
    format_knock_out "knock-out" / "勝ち抜き";
    format_groups "groups" / "グループ戦";
    format_contest "contest" / "コンテスト";
    format_cup "cup" / "カップ";
    format_ladder "ladder" / "はしご戦";
    format_qualifying "qualifying" / "予選";
    format_final "final" / "決勝";
    stage_qualifying "qualifying" / "予選";
    stage_round_1 "round 1" / "1回戦";
    stage_semi_final "semi-finals" / "準決勝";
    stage_final "final" / "決勝";
    stage_league "league" / "リーグ";
    stage_knock_out "knock-out" / "勝ち抜き";
}
