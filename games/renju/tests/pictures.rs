//! The pictures of fouls on the page about renju are what the rules say.

#[path = "common/pictures.rs"]
#[allow(unreachable_pub, reason = "an example has it too")]
mod pictures;

#[test]
fn the_pictures_of_the_page_show_what_the_rules_say() {
    let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/games");
    let pages = ["renju.md", "renju.ja.md"].map(|page| {
        std::fs::read_to_string(docs.join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
    });
    for picture in &pictures::PICTURES {
        assert_eq!(picture.judged(), picture.verdict, "{}", picture.file);
        let drawn =
            std::fs::read_to_string(docs.join("img").join(picture.file)).unwrap_or_default();
        assert_eq!(
            drawn,
            picture.draw(),
            "{}: draw it again with cargo run -p gyoji-renju --example foul_pictures",
            picture.file
        );
        for page in &pages {
            assert!(page.contains(&format!("(img/{})", picture.file)), "{}", picture.file);
        }
    }
}
