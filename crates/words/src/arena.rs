//! What the pages of the server say in a browser, beside what every page says: see
//! [`page`](crate::page).

use crate::Text;

const fn text(en: &'static str, ja: &'static str) -> Text {
    Text::new(en, ja)
}

/// Every word of the server's scripts, by its name.
pub const ALL: &[(&str, Text)] = &[
    ("nav_play", text("Play", "遊ぶ")),
    ("nav_watch", text("Watch", "観る")),
    (
        "slogan",
        text(
            "Write an AI. Let it fight. Learn why it lost.",
            "AIを書く。戦わせる。負けた理由がわかる。",
        ),
    ),
    ("door_play", text("at once, without an account", "登録なしで、いますぐ")),
    ("door_watch", text("live games and records on one page", "中継と棋譜、同じ画面で")),
    ("running", text("Being played", "対局中")),
    ("games_count", text("{n} games", "{n}局")),
    ("just_over", text("Just over", "終わったばかり")),
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
    ("ladder_note_narrow", text("The same ten in every game.", "どのゲームも同じ段です。")),
    ("strength", text("Strength", "強さ")),
    ("choose_game", text("Game", "ゲーム")),
    ("board_for", text("{cols} x {rows}, {n} players", "{cols}×{rows} · {n}人")),
    ("your_seat", text("You are", "あなたの席")),
    ("by_lot", text("by lot", "おまかせ")),
    ("time", text("Time", "時間")),
    ("no_limit", text("none", "なし")),
    ("last_time", text("as last time", "前回の相手")),
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
    ("you", text("you", "あなた")),
    ("your_turn", text("Your turn", "あなたの番です")),
    ("their_turn", text("{who} is thinking", "{who}が考えています")),
    ("friends_turn", text("Waiting for {who}", "{who}の手を待っています")),
    ("hint", text("Hint", "ヒント")),
    ("hint_says", text("Hint: {move}", "ヒント: {move}")),
    ("undo", text("Take back", "待った")),
    ("resign", text("Resign", "投了")),
    ("resign_sure", text("Resign this game?", "投了しますか？")),
    ("yes_resign", text("Yes, resign", "投了する")),
    ("no_resign", text("Play on", "続ける")),
    ("rematch", text("Rematch", "もう一局")),
    ("to_rematch", text("Go to the rematch", "再戦へ")),
    ("from_here", text("Play from here", "ここから遊ぶ")),
    ("auto", text("Let a bot go on for 50 turns", "50ターン、ボットに任せる")),
    ("as_page", text("As a page", "HTMLで保存")),
    ("cancel", text("Cancel", "取り消す")),
    ("pass_only", text("There is no other move.", "ほかに打てる手がありません。")),
    ("copy_moves", text("Copy the moves", "棋譜を写す")),
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
