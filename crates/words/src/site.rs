//! What the pages of events, kept games and guides say in a browser, beside what every page says:
//! see [`page`](crate::page).

use crate::Text;

macro_rules! words {
    ($($key:ident $en:literal / $ja:literal;)*) => {
        /// Every word of these pages' scripts, by its name.
        pub const ALL: &[(&str, Text)] = &[$((stringify!($key), Text::new($en, $ja))),*];
    };
}

words! {
    events_title "Events" / "大会";
    events_count "{n} events" / "{n}大会";
    event_broken_off "broken off" / "中断中";
    no_events "No event has been held here yet. One command begins one; it appears here while it runs." / "大会はまだありません。次のコマンドで始めると、進行中からここに表示されます。";
    events_guide "How to hold an event" / "大会の開き方";
    lost_server "The server does not answer. What is shown may be old." / "サーバから応答がありません。表示は少し前のものです。";
    looking "Looking..." / "読み込んでいます…";
    games_found "Games" / "棋譜";
    none_found "No game is like that. Leave something out." / "条件に合う対局はありません。条件を減らしてみてください。";
    none_kept "No game has been kept yet. Every game that ends here is." / "保存された対局はまだありません。ここで終わった対局はすべて保存されます。";
    more_games "More games" / "さらに表示";
    n_faults "{n} faults" / "反則{n}";
    save_record "Record" / "棋譜を保存";
    find_any "any" / "すべて";
    find_any_fault "any fault" / "反則あり";
    find_game "Game" / "ゲーム";
    find_player "Player" / "対局者";
    find_name "part of a name" / "名前の一部";
    find_event "Event" / "大会";
    find_ending "Ending" / "終わり方";
    find_fault "Fault" / "反則";
    ended_fault "by a fault" / "反則負け";
    ended_resigned "by resignation" / "投了";
    ended_aborted "broken off" / "中断";
    ended_void "void, by the machine" / "無効（機械の都合）";
    docs_list "All pages" / "すべてのページ";
    docs_games "Rules" / "規則";
    docs_protocols "Protocols" / "プロトコル";
    docs_guides "Guides" / "手引き";
    docs_more "Reference" / "リファレンス";
}

/// A word by its name.
pub fn find(key: &str) -> Option<&'static Text> {
    ALL.iter().find(|(name, _)| *name == key).map(|(_, text)| text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lang, arena, page};

    #[test]
    fn every_word_is_there_once_and_in_both_languages() {
        let mut seen: Vec<&str> = page::ALL.iter().chain(arena::ALL).map(|(key, _)| *key).collect();
        for (key, text) in ALL {
            assert!(!seen.contains(key), "{key} is there already");
            assert!(!text.get(Lang::En).is_empty() && !text.get(Lang::Ja).is_empty(), "{key}");
            seen.push(key);
        }
    }
}
