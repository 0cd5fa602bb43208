//! What the pages of the server say in a browser, beside what every page says: see
//! [`page`](crate::page).

use crate::Text;

const fn text(en: &'static str, ja: &'static str) -> Text {
    Text::new(en, ja)
}

/// One of these by its name.
pub fn find(key: &str) -> Option<&'static Text> {
    ALL.iter().find(|(name, _)| *name == key).map(|(_, text)| text)
}

/// Every word of the server's scripts, by its name.
pub const ALL: &[(&str, Text)] = &[
    ("nav_play", text("Play", "遊ぶ")),
    ("nav_watch", text("Watch", "観る")),
    ("nav_events", text("Events", "大会")),
    ("nav_bots", text("Bots", "ボット")),
    ("nav_docs", text("Guide", "手引き")),
    (
        "make_note",
        text(
            "A folder with one function to edit. It plays as it is.",
            "書き換える関数は1つ。そのままでも対局できます。",
        ),
    ),
    ("make_language", text("Language", "言語")),
    ("make_protocol", text("Protocol", "プロトコル")),
    ("make_name", text("Name", "名前")),
    ("make_download", text("Download {file}", "{file} をダウンロード")),
    ("make_bad_name", text("Letters, digits, - and _ only", "名前に使えるのは英数字と - _ です")),
    ("make_unpack", text("Unpack it", "展開します")),
    ("make_needs", text("It needs {what}.", "必要なもの: {what}")),
    ("make_edit", text("Edit {file}", "{file} を編集します")),
    (
        "make_edit_note",
        text(
            "One function is given the board and the legal moves, and returns a move.",
            "盤面とできる手を受け取り、1手を返す関数だけを書き換えます。",
        ),
    ),
    ("make_check", text("Let it be probed", "動作を検査します")),
    (
        "make_check_note",
        text(
            "Every mistake is explained: what was sent, what came back, what to do.",
            "誤りがあれば、何を送り、何が返り、どう直すかを説明します。",
        ),
    ),
    ("make_first_game", text("Its first game", "最初の対局をします")),
    ("make_guide", text("The whole guide", "手引きを読む")),
    (
        "make_connect",
        text(
            "Without Gyoji on your computer: call a referee elsewhere",
            "自分のパソコンに行司がないとき: ほかのマシンの審判に接続する",
        ),
    ),
    ("main_pages", text("Main pages", "主なページ")),
    ("menu", text("Menu", "メニュー")),
    ("make_bot", text("Make a bot", "ボットを作る")),
    ("door_bot", text("your first win in 5 minutes", "5分で最初の1勝")),
    ("see_all", text("See all", "すべて観る")),
    ("find_record", text("Find a game", "棋譜を探す")),
    ("about_to_begin", text("A game is about to begin.", "まもなく対局が始まります。")),
    ("only_that", text("No other game is running.", "ほかに対局はありません。")),
    (
        "nobody_else",
        text("Games appear here as they are played.", "対局が始まると、ここに並びます。"),
    ),
    ("ahead", text("{who} ahead", "{who}よし")),
    ("drawn", text("draw", "引き分け")),
    ("and_others", text("and {n} others", "ほか{n}人")),
    ("watchers_now", text("{n} watching", "{n}人が観戦中")),
    ("rules_protocols", text("Rules and protocols", "ルールとプロトコル")),
    (
        "slogan",
        text(
            "Write an AI. Let it fight. Learn why it lost.",
            "AIを書く。戦わせる。負けた理由がわかる。",
        ),
    ),
    ("door_play", text("No account. Two clicks", "登録なしで、いますぐ")),
    ("door_watch", text("Live games and replays", "中継と棋譜、同じ画面で")),
    ("running", text("Playing now", "対局中")),
    ("games_count", text("{n} games", "{n}局")),
    ("just_over", text("Just finished", "終わったばかり")),
    (
        "nobody_plays",
        text(
            "Nobody is playing. The first move is yours.",
            "いまは対局がありません。最初の一手をどうぞ。",
        ),
    ),
    ("nothing_over", text("No game has ended here yet.", "ここで終わった対局はまだありません。")),
    ("demo", text("demonstration", "デモ対局")),
    ("watch_this", text("Watch this game", "この対局を観る")),
    ("minutes_ago", text("{n} min ago", "{n}分前")),
    ("hours_ago", text("{n} h ago", "{n}時間前")),
    ("days_ago", text("{n} d ago", "{n}日前")),
    ("now", text("now", "たった今")),
    ("page_json", text("This page as JSON", "このページの JSON")),
    ("play_title", text("Play a bot", "ボットと対局する")),
    (
        "play_note",
        text(
            "Press a rank and the game begins. No account.",
            "段を押すと、すぐに始まります。登録はいりません。",
        ),
    ),
    ("invite", text("Invite a friend", "友だちを招待")),
    ("ladder", text("Ten ranks", "番付は十段")),
    (
        "ladder_note",
        text(
            "The same ten in every game, weakest first.",
            "どのゲームも同じ段です。左ほどやさしい相手です。",
        ),
    ),
    (
        "ladder_rated",
        text(
            "The same ten in every game. The numbers are ratings measured in the league, with their 95 % interval.",
            "どのゲームも同じ段です。数字はリーグで測ったレートと、その95 %区間です。",
        ),
    ),
    ("strength", text("Strength", "強さ")),
    ("choose_game", text("Game", "ゲーム")),
    ("board_for", text("{cols}×{rows} · {n} players", "{cols}×{rows} · {n}人")),
    ("your_seat", text("You play", "あなたの席")),
    ("by_lot", text("Either", "おまかせ")),
    ("time", text("Clock", "時間")),
    ("no_limit", text("None", "なし")),
    ("limit_move", text("60 s a move", "1手60秒")),
    ("limit_game", text("5 min a game", "持ち時間5分")),
    ("last_time", text("Your last opponent", "前回の相手")),
    ("rank_of", text("rank {n} of 10", "番付 {n}/10")),
    (
        "from_game",
        text("You start from a position of another game.", "ほかの対局の局面から始めます。"),
    ),
    ("beginning", text("Setting up the board…", "盤を用意しています…")),
    ("invite_note", text("You get a link for your friend.", "友だちに送るリンクができます。")),
    ("start_with", text("Play {who}", "{who}と始める")),
    ("more_options", text("Rules, position, moves", "ルール・局面・棋譜")),
    (
        "from_position",
        text(
            "Start from a position, in the game's own text",
            "この局面から始める（ゲームのテキスト形式）",
        ),
    ),
    (
        "from_moves",
        text("Moves that are made first, such as f5d6c3", "最初に並べる手（例: f5d6c3）"),
    ),
    ("your_name", text("Your name", "あなたの名前")),
    ("guest", text("Guest", "ゲスト")),
    ("you", text("You", "あなた")),
    ("your_turn", text("Your turn", "あなたの番です")),
    ("their_turn", text("{who} is thinking", "{who}が考えています")),
    ("friends_turn", text("Waiting for {who}", "{who}の手を待っています")),
    ("hint", text("Hint", "ヒント")),
    ("hint_says", text("Hint: {move}", "ヒント: {move}")),
    ("undo", text("Take back", "待った")),
    ("resign", text("Resign", "投了")),
    ("resign_sure", text("Resign this game?", "この対局を投了しますか？")),
    ("yes_resign", text("Yes, resign", "投了する")),
    ("no_resign", text("Play on", "続ける")),
    ("rematch", text("Rematch", "もう一局")),
    ("to_rematch", text("Go to the rematch", "再戦へ")),
    ("from_here", text("Play from here", "ここから遊ぶ")),
    ("auto", text("Let my bot go on for 50 turns", "50ターン、ボットに任せる")),
    ("repeat", text("The same again", "前と同じ")),
    ("cannot_repeat", text("The same cannot be done again.", "同じ手は、いまはできません。")),
    (
        "bot_plays_on",
        text(
            "A bot plays for you: {n} more turns.",
            "ボットが代わりにプレイしています（あと{n}ターン）。",
        ),
    ),
    ("stop_auto", text("Play myself", "自分でプレイする")),
    ("your_move", text("Your move", "あなたの手")),
    ("looking_back", text("You are looking at move {n}.", "{n}手目を見ています。")),
    ("to_now", text("Back to now", "いまの局面へ")),
    ("hint_thinks", text("The strongest bot is thinking…", "いちばん強いボットが考えています…")),
    ("sure_of", text("{move}?", "{move} でよいですか？")),
    ("confirm", text("Make this move", "決める")),
    ("play_anyway", text("Play it anyway", "それでも打つ")),
    ("mark_loses", text("Playing there loses the game.", "ここに打つと負けになります。")),
    ("cancel_note", text("or Esc", "Esc でも戻れます")),
    ("in_hand", text("{n} left", "残り{n}枚")),
    ("no_answer", text("The server does not answer.", "サーバから応答がありません。")),
    ("no_such_game", text("There is no such game here.", "その対局はここにありません。")),
    ("try_later", text("Please try again later.", "しばらくしてからやり直してください。")),
    ("to_lobby", text("To the lobby", "ロビーへ")),
    ("review_ask", text("How good was this move?", "この手はどうだった？")),
    ("review_good", text("A good move", "よい手です")),
    (
        "review_other",
        text("The bot would have played something else", "ボットなら別の手を選びます"),
    ),
    ("review_worse", text("There was something better", "もっとよい手がありました")),
    ("review_mistake", text("A mistake", "悪い手でした")),
    ("review_played", text("Played", "実際の手")),
    ("review_lost", text("Lost", "損失")),
    ("review_better", text("Better", "よりよい手")),
    ("review_chance", text("(chance to win {n})", "（勝つ見込み {n}）")),
    (
        "review_note",
        text(
            "By the strongest bot, which thought for a second. It can be wrong.",
            "いちばん強いボットが1秒考えた結果です。正しいとは限りません。",
        ),
    ),
    ("as_page", text("As a page", "HTMLで保存")),
    ("cancel", text("Cancel", "取り消す")),
    ("pass_only", text("There is no other move.", "ほかにできる手がありません。")),
    ("download", text("Download the record", "棋譜を保存")),
    (
        "friend_link",
        text(
            "Send this link to your friend. Whoever has it plays there.",
            "このリンクを友だちに送ってください。開いた人が対局できます。",
        ),
    ),
    ("copy_friend_link", text("Copy the link", "リンクを写す")),
    ("connected", text("connected", "接続中")),
    (
        "lost_line",
        text("The connection is lost. Trying again…", "接続が切れました。つなぎ直しています…"),
    ),
    ("loading", text("Loading…", "読み込んでいます…")),
    ("not_there", text("This cannot be shown.", "表示できません。")),
    ("try_again", text("Try again", "やり直す")),
    ("live_now", text("live", "中継中")),
    ("watching", text("You are watching.", "観戦しています。")),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lang, page};

    #[test]
    fn every_word_is_there_once_and_in_both_languages() {
        let mut seen: Vec<&str> = page::ALL.iter().map(|(key, _)| *key).collect();
        for (key, text) in ALL {
            assert!(!seen.contains(key), "{key} is there already");
            assert!(!text.get(Lang::En).is_empty() && !text.get(Lang::Ja).is_empty(), "{key}");
            seen.push(key);
        }
    }
}
