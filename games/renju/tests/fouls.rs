//! Black's fouls on positions from public test suites, whose verdicts several programs agree on.

use gyoji_renju::board::lines::Lines;
use gyoji_renju::fouls::{judge, reasons};
use gyoji_renju::{Colour, Point, Rule};
use serde_json::Value;

const CASES: &str = include_str!("data/renju_forbidden.json");

fn points(list: &Value) -> Vec<Point> {
    let texts = list.as_array().into_iter().flatten().filter_map(Value::as_str);
    texts.map(|text| text.parse().unwrap()).collect()
}

#[test]
fn known_positions_have_their_known_verdicts() {
    let cases: Value = serde_json::from_str(CASES).unwrap();
    let cases = cases["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 146, "the file is there");
    for case in cases {
        let mut lines = Lines::new(15);
        for point in points(&case["black"]) {
            lines.put(point.index(), Colour::Black);
        }
        for point in points(&case["white"]) {
            lines.put(point.index(), Colour::White);
        }
        let point: Point = case["point"].as_str().unwrap().parse().unwrap();
        let verdict = judge(&lines, Rule::Renju, point.index(), Colour::Black);
        assert_eq!(verdict.to_string(), case["verdict"].as_str().unwrap(), "{}", case["id"]);

        let reasons = reasons(&lines, Rule::Renju, point);
        let named: Vec<_> = reasons.iter().map(|reason| reason.foul).collect();
        assert_eq!(named, verdict.fouls().iter().collect::<Vec<_>>(), "{}", case["id"]);
    }
}
