//! What it means when an engine says `ERROR` or `UNKNOWN`, for the explanation of a lost game.

use gyoji_core::{Complaint, Text};

use super::rule_number;
use crate::Rule;

/// `ERROR` before the game: the board or the rule.
pub(super) fn cannot_play(size: u8, rule: Rule) -> Complaint {
    let number = rule_number(rule);
    Complaint {
        why: Text::made(
            format!(
                "the engine says that it cannot play this (board of {size} lines, rule {rule})"
            ),
            format!("エンジンが「対局できない」と答えています（{size}路盤、ルール {rule}）"),
        ),
        fix: Text::made(
            format!(
                "see whether it knows this size (START {size}) and this rule (INFO rule {number}); \
                 others are chosen with --option size=N and --option rule=NAME"
            ),
            format!(
                "この大きさ（START {size}）とルール（INFO rule {number}）に対応しているか確かめてください。\
                 --option size=N と --option rule=NAME で変えられます"
            ),
        ),
    }
}

/// `ERROR` to a question, and no move after it.
pub(super) fn cannot_answer() -> Complaint {
    Complaint {
        why: Text::new(
            "the engine answered with an error instead of a move",
            "エンジンが手ではなくエラーを答えています",
        ),
        fix: Text::new(
            "see what its words mean: BEGIN, TURN and BOARD have to be answered with a move",
            "その言葉の意味を調べてください。BEGIN・TURN・BOARD には手で答えます",
        ),
    }
}

/// `UNKNOWN` to `START`.
pub(super) fn no_start() -> Complaint {
    Complaint {
        why: Text::new(
            "it does not know START: is it an engine of this protocol?",
            "START を知らないと答えています。このプロトコルのエンジンでしょうか",
        ),
        fix: Text::new(
            "write its protocol before the command, as in plain:COMMAND",
            "別のプロトコルなら plain:コマンド のように書いてください",
        ),
    }
}

/// `UNKNOWN` to `SWAP2BOARD`.
pub(super) fn no_swap() -> Complaint {
    Complaint {
        why: Text::new(
            "it does not know SWAP2BOARD, which asks for the stones and choices of a swap opening",
            "SWAP2BOARD（スワップの石と選択を尋ねるコマンド）を知らないと答えています",
        ),
        fix: Text::new(
            "play it with another opening, such as --option opening=book",
            "--option opening=book など、ほかの始め方で対局してください",
        ),
    }
}
