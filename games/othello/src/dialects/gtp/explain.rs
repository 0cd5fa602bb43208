//! What an engine's line may have meant that is no answer, and what its words mean: for
//! explanations.

use gyoji_core::{Complaint, Deal, Explain, Guess, Text, Turn};

use super::Answer;
use crate::dialects::judge::guess;
use crate::{Move, Othello};

pub(super) struct Explainer {
    /// Whether the game starts from a position that no moves lead to.
    is_placed: bool,
}

impl Explainer {
    pub(super) fn new(deal: &Deal<'_, Othello>) -> Explainer {
        Explainer { is_placed: deal.setup.position.is_some() }
    }
}

impl Explain<Othello> for Explainer {
    fn expected(&self) -> Text {
        Text::new(
            "= and the number of the command, then a square or pass, such as =4 f5",
            "= とコマンドの番号、続けてマスか pass（例: =4 f5）",
        )
    }

    fn guess(&self, turn: &Turn<'_, Othello>, line: &str) -> Option<Guess<Move>> {
        let text = Answer::read(line).map_or(line, |answer| answer.text);
        guess(turn.position(), text)
    }

    fn complaint(&self, _: &Turn<'_, Othello>, is_ready: bool, line: &str) -> Option<Complaint> {
        Answer::read(line).filter(|answer| !answer.is_good)?;
        Some(match is_ready {
            false if self.is_placed => no_position(),
            false => no_game(),
            true => no_answer(),
        })
    }
}

fn no_position() -> Complaint {
    Complaint {
        why: Text::new(
            "the protocol has no words for a position, and the engine does not know ours",
            "GTP には局面を伝えるコマンドがなく、エンジンは私たちの拡張コマンドを知りません",
        ),
        fix: Text::new(
            "begin with moves (--opening, --openings FILE) instead of --position, or use nboard",
            "--position の代わりに手順（--opening や --openings FILE）で始めるか、nboard を使ってください",
        ),
    }
}

fn no_game() -> Complaint {
    Complaint {
        why: Text::new(
            "the engine refuses clear_board or a move of the opening: is it for Othello?",
            "エンジンが clear_board か開始手順を拒みました。オセロのエンジンでしょうか",
        ),
        fix: Text::new(
            "start it as its manual says for GTP (Edax: edax -gtp)",
            "説明書にある GTP 用の起動方法を確かめてください（Edax なら edax -gtp）",
        ),
    }
}

fn no_answer() -> Complaint {
    Complaint {
        why: Text::new(
            "the engine answered genmove with an error instead of a move",
            "エンジンが genmove に手ではなくエラーを答えています",
        ),
        fix: Text::new(
            "see what its words mean; gyoji replay ID --talk shows all commands before it",
            "その言葉の意味を調べてください。gyoji replay ID --talk で直前までのコマンドを見られます",
        ),
    }
}
