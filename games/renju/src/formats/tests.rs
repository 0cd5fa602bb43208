//! Games written and read back, what other programs write, what is refused, and noise.

use gyoji_core::Lang;

use super::*;

/// A random game with everything a file can say.
fn random_kifu(rng: &mut fastrand::Rng) -> Kifu {
    let mut kifu = Kifu::new(rng.u8(MIN_SIZE..=MAX_SIZE));
    let mut points: Vec<Point> = Point::all(kifu.size).collect();
    rng.shuffle(&mut points);
    points.truncate(rng.usize(..=points.len()));
    kifu.moves = points;
    kifu.millis = kifu.moves.iter().map(|_| rng.u64(..100_000)).collect();
    let names = ["RAPFI.zip", "山田 太郎", "a]b\\c[d", "x;y (z)", "-2 ply"];
    kifu.names = [(); 2].map(|()| names[rng.usize(..names.len())].to_owned());
    kifu.rule = [None, Some(Rule::Renju), Some(Rule::Freestyle)][rng.usize(..3)];
    kifu.score = [None, Some(Score::Draw), Some(Score::Won(Colour::White))][rng.usize(..3)];
    kifu
}

#[test]
fn what_is_written_is_read_back() {
    let mut rng = fastrand::Rng::with_seed(15);
    for _ in 0..300 {
        let kifu = random_kifu(&mut rng);
        for format in Format::ALL {
            let text = format.write(&kifu);
            let back = format.read(&text, kifu.size).unwrap_or_else(|bad| panic!("{bad}\n{text}"));
            assert_eq!((back.size, &back.moves), (kifu.size, &kifu.moves), "{format}\n{text}");
            let once = format.write(&back);
            let twice = format.read(&once, kifu.size).map(|again| format.write(&again));
            assert_eq!(twice, Ok(once), "{format}: writing settles");
        }
        let psq = Format::Psq.read(&Format::Psq.write(&kifu), 15).unwrap();
        assert_eq!((psq.millis, psq.names), (kifu.millis.clone(), kifu.names.clone()));
        let sgf = Format::Sgf.read(&Format::Sgf.write(&kifu), 15).unwrap();
        assert_eq!(Kifu { millis: kifu.millis.clone(), ..sgf }, kifu);
    }
}

#[test]
fn a_game_in_every_format() {
    let mut kifu = Format::Points.read("h8i9 g7,H9", 15).unwrap();
    kifu.names = ["A".into(), "B".into()];
    kifu.rule = Some(Rule::Renju);
    kifu.score = Some(Score::Won(Colour::Black));
    assert_eq!(Format::Points.write(&kifu), "h8i9g7h9\n");
    assert_eq!(Format::Csv.write(&kifu), "4,1;8;8,2;7;9,1;9;7,2;7;8\n");
    assert_eq!(
        Format::Psq.write(&kifu),
        "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,0\n7,9,0\n8,7,0\nA\nB\n-1\n"
    );
    assert_eq!(
        Format::Sgf.write(&kifu),
        "(;FF[4]GM[4]CA[UTF-8]AP[gyoji]SZ[15]RU[renju]PB[A]PW[B]RE[B+]\n\
         ;B[hh];W[ig];B[gi];W[hg])\n"
    );
}

#[test]
fn what_others_write_is_read() {
    let moves = |format: Format, text: &str| {
        let kifu = format.read(text, 15).unwrap_or_else(|bad| panic!("{bad}"));
        Format::Points.write(&kifu).trim().to_owned()
    };
    let cup = "Piskvorky 20x20, 11:11, 0\r\n8,8,0\r\n9,7,3051\r\nA.zip\r\nB.zip\r\n0,Group\r\n";
    assert!(Format::Psq.read(cup, 15).unwrap_err().get(Lang::En).contains("20x20"));
    let cup = cup.replace("20x20", "15x15");
    assert_eq!(moves(Format::Psq, &cup), "h8i9");
    assert_eq!(Format::Psq.read(&cup, 15).unwrap().names, ["A.zip", "B.zip"]);
    assert_eq!(moves(Format::Psq, "Piskvorky 15x15, 11:11, 0\n8,8\n\n-1\nrest 1,1,1\n"), "h8");
    // Comments, a move as letter and number, several variations, two games.
    let sgf = "some text (;GM[4]FF[3]SZ[15]\nC[a \\] b]PlayerBlack[A];B[h8]C[x];W[ig]\
               (;B[gi](;W[aa])(;W[bb]))(;B[oo]))(;GM[4];B[aa])";
    assert_eq!(moves(Format::Sgf, sgf), "h8i9g7a15");
    assert_eq!(moves(Format::Sgf, "(;GM[4]AB[hh][gi]AW[ig];W[hg])"), "h8i9g7h9");
    assert_eq!(moves(Format::Sgf, "(;SZ[15:15];B[hh])"), "h8");
    assert_eq!(moves(Format::Sgf, "(;GM[4])"), "");
    assert_eq!(moves(Format::Points, ""), "");
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let check = |format: Format, text: &str, why: &str| {
        let bad = format.read(text, 15).err().unwrap_or_else(|| panic!("{format}: {text:?}"));
        let said = bad.get(Lang::En);
        assert!(said.contains(why), "{format} {text:?}: {said}");
        assert!(!bad.problem.get(Lang::Ja).is_ascii(), "{said}");
    };
    check(Format::Psq, "", "line 1: expected a first line");
    check(Format::Psq, "Piskvorky 4x4, 11:11, 0", "4x4");
    check(Format::Psq, "Piskvorky 15x14, 11:11, 0", "only square");
    check(Format::Psq, "Piskvorky 15x15, 11:11, 0\n8,8,0\n8;9;0\n", "line 3: expected a move");
    check(Format::Psq, "Piskvorky 15x15, 11:11, 0\n8,8,0\n0,9,0\n", "line 3: expected a move");
    check(Format::Psq, "Piskvorky 15x15, 11:11, 0\n16,8,0\n", "line 2: expected a move");
    check(Format::Psq, "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,0\n", "line 3: there is a stone");
    check(Format::Sgf, "", "begins with");
    check(Format::Sgf, "(;GM[1];B[hh])", "GM[1]");
    check(Format::Sgf, "(;GM[4]SZ[21];B[hh])", "SZ[21]");
    check(Format::Sgf, "(;GM[4]\n;B[hh]\n;B[ig])", "not black's turn");
    check(Format::Sgf, "(;GM[4];W[hh])", "not white's turn");
    check(Format::Sgf, "(;GM[4];B[zz])", "not a point");
    check(Format::Sgf, "(;GM[4];B[])", "not a point");
    check(Format::Sgf, "(;GM[4];B[hh];W[hh])", "there is a stone on h8");
    check(Format::Sgf, "(;GM[4]AB[hh][gi])", "in turn");
    check(Format::Sgf, "(;GM[4]\n;B[hh", "line 2: a value that begins with [");
    check(Format::Sgf, "(;GM[4]\n;B)", "line 2: B has no value");
    check(Format::Sgf, "(;GM[4];B[hh]", "a ) is missing");
    check(Format::Sgf, "(;GM[4];5[hh])", "did not expect");
    check(Format::Points, "h8 z9", "not a point");
    check(Format::Points, "h8h8", "there is a stone on h8");
    check(Format::Points, "h16", "15 lines");
    check(Format::Csv, "2,1;8;8,2;8;8", "field 3: there is a stone");
    check(Format::Csv, "3,1;8;8,2;7;7", "field 1");
}

#[test]
fn a_position_and_its_moves_are_the_same() {
    let position = Renju::read("h8i9g7", Rule::Standard, 19).unwrap();
    let kifu = Kifu::of_position(&position).unwrap();
    assert_eq!((kifu.size, kifu.rule, kifu.moves.len()), (19, Some(Rule::Standard), 3));
    let text = Format::Points.write(&kifu);
    assert_eq!(Renju::read(text.trim(), Rule::Standard, 19), Ok(position));
    let skipped = Renju::read("h8-g7", Rule::Renju, 15).unwrap();
    assert!(Kifu::of_position(&skipped).is_err());
}

#[test]
fn names_and_endings_of_formats() {
    for format in Format::ALL {
        assert_eq!(format.name().parse(), Ok(format));
        assert_eq!(Format::of_ending(&format.name().to_uppercase()), Some(format));
    }
    assert!("pqs".parse::<Format>().unwrap_err().get(Lang::En).contains("psq"));
    assert_eq!(Format::of_ending("doc"), None);
}

/// Files that are nearly right, and files that are not files: nothing may panic, and whatever
/// is taken can be written and read again.
#[test]
fn no_text_makes_a_parser_panic() {
    let mut rng = fastrand::Rng::with_seed(4711);
    let mut taken = [0; Format::ALL.len()];
    for _ in 0..20_000 {
        let kifu = random_kifu(&mut rng);
        let format = Format::ALL[rng.usize(..Format::ALL.len())];
        let text = match rng.u8(..8) {
            0 => noise(&mut rng),
            _ => mutated(&format.write(&kifu), &mut rng),
        };
        if let Ok(read) = format.read(&text, kifu.size) {
            taken[format as usize] += 1;
            let again = format.read(&format.write(&read), kifu.size);
            assert_eq!(again.map(|again| again.moves), Ok(read.moves), "{format} {text:?}");
        }
    }
    assert!(taken.iter().all(|&count| count > 20), "too few got through: {taken:?}");
}

/// A text with a few bytes changed, lost or put in.
fn mutated(text: &str, rng: &mut fastrand::Rng) -> String {
    const SIGNS: &[u8] = b",;[]()\\ \n\r0123456789-ahoBWSZ:\xe3\x80\xef\xbb\xbf\0";
    let bytes = gyoji_testkit::mutated(text.as_bytes().to_vec(), SIGNS, rng);
    String::from_utf8_lossy(&bytes).into_owned()
}

fn noise(rng: &mut fastrand::Rng) -> String {
    let bytes: Vec<u8> = (0..rng.usize(..200)).map(|_| rng.u8(..)).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}
