//! What a screen needs to draw a position: the game screen of the contest as plain data.

use gyoji_core::view::{
    Cell as ViewCell, Colour, Frame, Gate, Legend, Named, Piece, SeatView, Side, Sign, Step,
    Surface, View, Word,
};
use gyoji_core::{Ask, Game, Seat, Text};

use crate::cell::{Cell, GateKind, SIZE, Spin, Way, gate, home};
use crate::moves::{Cursor, Move};
use crate::position::{Quinte, SEATS};

/// The map with its gates, soldiers and cursors, the scores, the time.
///
/// The ground of a cell is `wall`, `big-gate`, `small-gate`, `tile` or `gray`; gates and tiles
/// have an owner, and a tile is dim that its owner's soldier cannot walk to now. A piece is a
/// `soldier` or a `super` soldier, with the cell it came from. The facts are `turn` (`12/1000`)
/// and either `super-in` (so many turns until soldiers are super soldiers) or `super` (for so many
/// turns they have been).
pub(crate) fn view(position: &Quinte) -> View {
    let names = || (0..SIZE).map(|number| number.to_string()).collect();
    let cells = (0..SIZE).flat_map(|y| (0..SIZE).map(move |x| Cell::new(x, y)));
    let to_move = (!position.is_over()).then(|| position.side());
    let (turn, super_from) = (position.turn(), position.rules.super_from);
    let in_time = match turn.checked_sub(super_from) {
        Some(since) => ("super".into(), since.to_string()),
        None => ("super-in".into(), (super_from - turn).to_string()),
    };
    let roads = roads(position);
    View {
        cols: names(),
        rows: names(),
        cells: cells.map(|cell| view_cell(position, cell, &roads)).collect(),
        frames: Seat::all(SEATS)
            .map(|seat| {
                let at = position.cursor(seat);
                Frame { seat, area: [at.x, at.y, 2, 2] }
            })
            .collect(),
        seats: position
            .scores
            .iter()
            .map(|&score| SeatView {
                points: Some(i32::try_from(score).unwrap_or(i32::MAX)),
                ..SeatView::default()
            })
            .collect(),
        facts: vec![("turn".into(), format!("{turn}/{}", position.rules.turns)), in_time],
        to_move,
        ..View::default()
    }
}

/// The cells that somebody's soldier can walk to on tiles of its own colour, row by row.
fn roads(position: &Quinte) -> Vec<bool> {
    let mut reached = vec![false; usize::from(SIZE) * usize::from(SIZE)];
    for seat in Seat::all(SEATS) {
        let mut open = vec![position.soldier(seat)];
        while let Some(cell) = open.pop() {
            reached[index(cell)] = true;
            let next = Way::ALL.into_iter().filter_map(|way| cell.step(way));
            open.extend(
                next.filter(|&next| position.tiles.is_own(next, seat) && !reached[index(next)]),
            );
        }
    }
    reached
}

fn index(cell: Cell) -> usize {
    usize::from(cell.y) * usize::from(SIZE) + usize::from(cell.x)
}

fn view_cell(position: &Quinte, cell: Cell, roads: &[bool]) -> ViewCell {
    let (ground, owner) = match (gate(cell), position.tiles.at(cell)) {
        (Some(gate), _) => match gate.kind {
            GateKind::Big => ("big-gate", Some(gate.owner)),
            GateKind::Small => ("small-gate", Some(gate.owner)),
        },
        (None, Some(tile)) => match tile.owner() {
            Some(owner) => ("tile", Some(owner)),
            None => ("gray", None),
        },
        (None, None) => ("wall", None),
    };
    let here = Seat::all(SEATS).filter(|&seat| position.soldier(seat) == cell);
    let kind = if position.is_super() { "super" } else { "soldier" };
    let pieces = here.map(|seat| {
        let from = position.came_from[seat.index()];
        let from = (from != cell).then_some([from.x, from.y]);
        Piece { from, ..Piece::new(seat, kind) }
    });
    let dim = ground == "tile" && !roads[index(cell)];
    ViewCell { ground: ground.into(), owner, dim, pieces: pieces.collect() }
}

pub(crate) fn legend() -> Legend {
    let ground = |id, en, ja, shape| Sign::new(id, Text::new(en, ja)).shape(shape);
    Legend {
        about: Some(Text::new("storm the castles", "城を攻めて点を奪う")),
        surface: Surface {
            material: "castle".into(),
            lines: false,
            gates: Seat::all(SEATS).flat_map(gates).collect(),
            ..Surface::default()
        },
        grounds: vec![
            ground("wall", "wall", "壁", "wall").letter('%'),
            ground("big-gate", "big gate", "大門", "gate").letter('O'),
            ground("small-gate", "small gate", "小門", "gate").letter('o'),
            ground("tile", "tile", "タイル", "crest"),
            ground("gray", "gray tile", "灰色のタイル", "crest").letter('+').colour(Colour::Gray),
        ],
        pieces: vec![
            Sign::new("soldier", Text::new("soldier", "兵士")).shape("soldier"),
            Sign::new("super", Text::new("super soldier", "スーパー兵士"))
                .letter('*')
                .shape("crowned-soldier"),
        ],
        facts: vec![
            Named::new("turn", Text::new("turn {}", "ターン {}")),
            Named::new("super-in", Text::new("super soldiers in {}", "スーパー兵士まで {}")),
            Named::new("super", Text::new("super soldiers", "スーパー兵士")),
        ],
        words: vec![
            Word::new("stay", Text::new("stay", "動かさない"), &["0"]).shape("gap"),
            Word::new("go", Text::new("go", "移動だけ"), &["1"]).shape("frame"),
            Word::new("clockwise", Text::new("clockwise", "時計回り"), &["2", "cw"])
                .shape("clockwise"),
            Word::new("anticlockwise", Text::new("anticlockwise", "反時計回り"), &["3", "ccw"])
                .shape("anticlockwise"),
            Word::new("none", Text::new("none", "動かない"), &["0", "-"]).shape("gap"),
            Word::new("up", Text::new("up", "上"), &["1"]).shape("up"),
            Word::new("right", Text::new("right", "右"), &["2"]).shape("right"),
            Word::new("down", Text::new("down", "下"), &["3"]).shape("down"),
            Word::new("left", Text::new("left", "左"), &["4"]).shape("left"),
        ],
        parts: vec![
            Named::new("cursor", Text::new("Cursor", "カーソル")),
            Named::new("turn", Text::new("Tiles", "回転")),
            Named::new("soldier", Text::new("Soldier", "兵士")),
        ],
        points: Some(Text::new("score", "スコア")),
        ..Legend::new(&Quinte::SPEC, &[Colour::Red, Colour::Blue, Colour::Green, Colour::Yellow])
    }
    .crests(&["dot", "bars", "triangle", "diamond"])
}

/// The big gate of a seat and the small ones beside it.
fn gates(seat: Seat) -> [Gate; 3] {
    let Cell { x, y } = home(seat);
    let side = match (x, y) {
        (0, _) => Side::Left,
        (_, 0) => Side::Top,
        (_, y) if y == SIZE - 1 => Side::Bottom,
        _ => Side::Right,
    };
    let is_level = matches!(side, Side::Top | Side::Bottom);
    [(4, 1), (8, 3), (12, 1)].map(|(along, size)| {
        let at = if is_level { [along, y] } else { [x, along] };
        Gate { at, size, seat, side }
    })
}

/// The cursor's order (`stay`, or where it goes and how it turns), then the soldier's.
pub(crate) fn steps(mv: Move) -> Vec<Step> {
    let mut steps = match mv.cursor {
        None => vec![Step::word("stay")],
        Some(Cursor { at, spin }) => {
            let spin = match spin {
                Some(Spin::Clockwise) => "clockwise",
                Some(Spin::Anticlockwise) => "anticlockwise",
                None => "go",
            };
            vec![Step::Cell(at.x, at.y), Step::word(spin)]
        }
    };
    steps.push(Step::word(match mv.soldier {
        None => "none",
        Some(Way::Up) => "up",
        Some(Way::Right) => "right",
        Some(Way::Down) => "down",
        Some(Way::Left) => "left",
    }));
    steps
}

/// What is asked after so many steps.
pub(crate) fn ask_step(so_far: &[Step]) -> Ask {
    match so_far {
        [] => Ask::part(
            "cursor",
            Text::new(
                "where does the top left cell of the cursor go?",
                "カーソルの左上をどのマスに置きますか？",
            ),
        )
        .typing(Text::new("(7,13, or cw@7,13 up)", "（7,13 や cw@7,13 up）")),
        [Step::Cell(..)] => {
            Ask::part("turn", Text::new("and turns the tiles?", "タイルを回転しますか？"))
        }
        _ => Ask::part(
            "soldier",
            Text::new("where does the soldier go?", "兵士をどこへ動かしますか？"),
        ),
    }
}
