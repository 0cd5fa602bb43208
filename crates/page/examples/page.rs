//! Makes a page of a record: `cargo run -p gyoji-page --example page -- RECORD PAGE`.

mod explained;

use std::fs;

use explained::explained;
use gyoji_core::Lang;
use gyoji_core::record::Record;
use gyoji_page::{GameDocument, Show, replay_page};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [record, page] = args.as_slice() else { panic!("RECORD PAGE") };
    let text = fs::read_to_string(record).expect("a record");
    let record = Record::parse(&text).expect("a whole record");
    let game = GameDocument::new(&record, explained(&record), Show::All);
    let game = game.expect("a plan that can begin");
    fs::write(page, replay_page(&game, Lang::Ja)).expect("a place to write to");
}
