//! Writes the pictures of fouls for the page about renju into a folder:
//! `cargo run -p gyoji-renju --example foul_pictures docs/games/img`.
//!
//! `tests/pictures.rs` sees that the pictures of the page are these.

#[path = "../tests/common/pictures.rs"]
#[allow(unreachable_pub, reason = "a test has it too")]
mod pictures;

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "docs/games/img".to_owned());
    for picture in &pictures::PICTURES {
        assert_eq!(picture.judged(), picture.verdict, "{}", picture.file);
        std::fs::write(std::path::Path::new(&folder).join(picture.file), picture.draw())?;
    }
    Ok(())
}
