//! What other machines are not told: commands, paths, what programs print to stderr.

use gyoji_core::record::{Ended, Event, Header};

/// The same header without command lines.
pub(crate) fn header(header: &Header) -> Header {
    let mut header = header.clone();
    for player in &mut header.plan.players {
        if !is_harmless(&player.text) {
            player.text = "program".into();
            player.dialect_options.clear();
        }
    }
    header
}

/// How a game ended, without what the system said about it: there may be paths in it.
pub(crate) fn ended(ended: &Ended) -> Ended {
    Ended { system: String::new(), ..ended.clone() }
}

/// Whether a player's text says nothing of this machine.
fn is_harmless(text: &str) -> bool {
    text == "human" || text.starts_with("bot:") || text.starts_with("bot?")
}

/// The same event as others are told it; `None` if there is nothing to hide. What a bot of the
/// house says of its thinking is nobody's secret.
pub(crate) fn event(event: &Event, header: &Header) -> Option<Event> {
    let is_ours = |seat: gyoji_core::Seat| {
        header.players.get(seat.index()).is_some_and(|player| is_harmless(&player.text))
    };
    let mut event = event.clone();
    let is_secret = match &mut event {
        Event::Moved(moved) if !is_ours(moved.seat) => {
            !std::mem::take(&mut moved.stderr).is_empty()
        }
        Event::Faulted(fault) => {
            let said = std::mem::take(&mut fault.system);
            let printed = match is_ours(fault.seat) {
                true => String::new(),
                false => std::mem::take(&mut fault.stderr),
            };
            !said.is_empty() || !printed.is_empty()
        }
        Event::Ended(ended) => !std::mem::take(&mut ended.system).is_empty(),
        _ => false,
    };
    is_secret.then_some(event)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(text: &str) -> Header {
        let json = serde_json::json!({
            "gyoji_record": 2, "id": "x", "game": "othello", "seed": 1, "started_ms": 0,
            "referee": "test",
            "players": [{ "name": "x", "text": text, "policy": "forfeit" }],
        });
        serde_json::from_value(json).unwrap()
    }

    fn moved() -> Event {
        let json = r#"{"event":"moved","ply":0,"seat":0,"move":"f5","spent":{"used":1},
            "stderr":"/home/taro/secret"}"#;
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn commands_and_stderr_stay_here() {
        let program = sample("python3 /home/taro/ai.py");
        assert_eq!(header(&program).players[0].text, "program");
        let told = event(&moved(), &program).expect("something to hide");
        assert!(!format!("{told:?}").contains("secret"));
    }

    #[test]
    fn what_the_system_said_stays_here() {
        let told = ended(&Ended::void(2, "/home/taro/secret: no such file"));
        assert!(!format!("{told:?}").contains("secret"));
    }

    #[test]
    fn what_a_bot_thinks_may_be_known() {
        let bot = sample("bot:greedy");
        assert_eq!(header(&bot), bot);
        assert_eq!(event(&moved(), &bot), None);
    }
}
