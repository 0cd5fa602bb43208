//! The rule sheet (seed 003), section by section: each test has the number of the section it
//! quotes in its name.

mod common;

use std::time::Duration;

use common::{BLUE, GREEN, RED, Scene, YELLOW, after, order, setup, start, under};
use gyoji_core::record::Policy;
use gyoji_core::{Game, Seat, Setup};
use gyoji_quinte::{Cell, GateKind, Move, Quarter, Quinte, Refusal, SIZE, Tile, gate, home};

fn cells() -> impl Iterator<Item = Cell> {
    (0..SIZE).flat_map(|y| (0..SIZE).map(move |x| Cell::new(x, y)))
}

fn count(position: &Quinte, tile: Tile) -> usize {
    position.tiles().iter().filter(|(_, here)| *here == tile).count()
}

fn why(position: &Quinte, text: &str) -> String {
    let mv = order(text);
    assert!(!position.is_legal(mv), "{text} in {position}");
    position.why_illegal(mv).unwrap().get(gyoji_core::Lang::En).to_owned()
}

// --- 2.1 the map ------------------------------------------------------------------------------

#[test]
fn s2_1_the_map_is_15_by_15_with_walls_around_it() {
    let position = start();
    assert_eq!(position.tiles().iter().count(), 15 * 15);
    for cell in cells() {
        let inside = (1..=15).contains(&cell.x) && (1..=15).contains(&cell.y);
        assert_eq!(position.tiles().at(cell).is_some(), inside, "{cell:?}");
    }
}

#[test]
fn s2_1_a_soldier_cannot_enter_a_wall() {
    let scene = Scene::new().soldier(RED, (1, 15)).soldier(BLUE, (1, 1)).position();
    assert_eq!(why(&scene, "- left"), "the soldier cannot go there: it is a wall");
    assert_eq!(why(&scene, "- down"), "the soldier cannot go there: it is a wall");
    let home = Scene::new().position();
    assert_eq!(why(&home, "- down"), "the soldier cannot go there: it is a wall", "out of the map");
}

#[test]
fn s2_1_there_are_tiles_of_five_colours_and_walls_and_two_kinds_of_gates_around() {
    let position = start();
    for tile in [Tile::of(RED), Tile::of(BLUE), Tile::of(GREEN), Tile::of(YELLOW), Tile::GRAY] {
        assert_eq!(count(&position, tile), 45, "{}", tile.letter());
    }
    let gates: Vec<_> = cells().filter_map(gate).collect();
    assert_eq!(gates.iter().filter(|gate| gate.kind == GateKind::Big).count(), 4 * 3);
    assert_eq!(gates.iter().filter(|gate| gate.kind == GateKind::Small).count(), 4 * 2);
}

#[test]
fn s2_1_right_is_x_plus_1_left_x_minus_1_up_y_minus_1_down_y_plus_1() {
    let scene =
        Scene::new().soldier(RED, (8, 8)).tiles(RED, &[(9, 8), (7, 8), (8, 7), (8, 9)]).position();
    for (way, x, y) in [("right", 9, 8), ("left", 7, 8), ("up", 8, 7), ("down", 8, 9)] {
        assert_eq!(after(&scene, &format!("- {way}")).soldier(RED), Cell::new(x, y), "{way}");
    }
}

#[test]
fn s2_1_every_game_starts_from_the_same_map() {
    for seed in 0..50 {
        let setup = Setup { seed, ..setup("") };
        assert_eq!(Quinte::start(&setup).unwrap(), start());
    }
}

#[test]
fn s2_1_no_place_is_better_than_another() {
    let position = start();
    for seat in Seat::all(4) {
        let own = position.seen_by(seat);
        assert_eq!(own.tiles(), position.tiles(), "{seat}");
        assert_eq!(own.soldier(RED), position.soldier(RED));
        assert_eq!(own.cursor(RED), position.cursor(RED));
    }
}

#[test]
fn s2_1_everybody_sees_itself_at_the_bottom() {
    for seat in Seat::all(4) {
        let view = Quarter::own_view(seat);
        assert_eq!(view.cell(home(seat)), Cell::new(8, 16));
        assert_eq!(view.seat(seat), RED);
        let next = Seat((seat.0 + 1) % 4);
        assert_eq!(view.cell(home(next)), Cell::new(0, 8), "the next one is on the left");
    }
}

// --- 2.2 colours ------------------------------------------------------------------------------

#[test]
fn s2_2_there_is_one_colour_for_each_of_the_four() {
    let names: Vec<&str> = Quinte::SPEC.seats.iter().map(|seat| seat.id).collect();
    assert_eq!(names, ["red", "blue", "green", "yellow"]);
}

#[test]
fn s2_2_a_soldier_walks_where_tiles_of_its_colour_are_joined() {
    let road = [(8, 15), (8, 14), (9, 14), (9, 13)];
    let mut position = Scene::new().tiles(RED, &road).position();
    for way in ["up", "up", "right", "up"] {
        position = after(&position, &format!("- {way}"));
        for _ in 0..3 {
            position = after(&position, "- -");
        }
    }
    assert_eq!(position.soldier(RED), Cell::new(9, 13));
    assert_eq!(why(&position, "- up"), "the soldier cannot go there: the tile has another colour");
}

// --- 2.3 scores -------------------------------------------------------------------------------

#[test]
fn s2_3_everybody_begins_with_the_same_score() {
    assert!(Seat::all(4).all(|seat| start().score(seat) == 10_000));
    let other = Quinte::start(&setup("score=77")).unwrap();
    assert!(Seat::all(4).all(|seat| other.score(seat) == 77));
}

#[test]
fn s2_3_scores_change_only_when_a_gate_is_attacked() {
    let mut position = Scene::new().soldier(RED, (8, 2)).tiles(RED, &[(8, 1)]).position();
    for (text, red, green) in [
        ("- up", 10_000, 10_000),
        ("- -", 10_000, 10_000),
        ("- -", 10_000, 10_000),
        ("- -", 10_000, 10_000),
        ("- up", 12_000, 8_000),
        ("- -", 12_000, 8_000),
    ] {
        position = after(&position, text);
        assert_eq!((position.score(RED), position.score(GREEN)), (red, green));
    }
}

#[test]
fn s2_3_the_highest_score_wins_and_places_count() {
    let scene = Scene { turn: 999, ..Scene::new() };
    let last = scene.side(YELLOW).scores([5, 9, 5, 1]).position();
    let over = after(&last, "- -");
    let outcome = over.outcome().unwrap();
    assert_eq!((outcome.places(), outcome.points()), (&[2, 1, 2, 4][..], &[5, 9, 5, 1][..]));
    assert_eq!(outcome.winner(), Some(BLUE));
}

// --- 2.4 time ---------------------------------------------------------------------------------

#[test]
fn s2_4_a_game_has_1000_turns_of_four_orders_each() {
    let mut position = start();
    let mut orders = 0;
    while position.to_move().is_some() {
        assert_eq!(position.turn(), orders / 4);
        position.play(Move::NONE);
        orders += 1;
    }
    assert_eq!((orders, position.turn()), (4000, 1000));
    assert_eq!(position.outcome().unwrap().why, "turns");
    assert_eq!(position.moves().count(), 0);
}

#[test]
fn s2_4_an_order_may_take_500_ms_and_a_bad_one_loses_nothing() {
    assert_eq!(Quinte::SPEC.time, Duration::from_millis(500));
    assert_eq!(Quinte::SPEC.policy, Policy::Skip);
}

#[test]
fn s2_4_without_an_order_neither_cursor_nor_soldier_moves() {
    let position = start();
    assert_eq!(position.default_move(), Some(Move::NONE));
    let next = after(&position, "- -");
    assert_eq!((next.tiles(), next.soldier(RED)), (position.tiles(), position.soldier(RED)));
    assert_eq!(next.cursor(RED), position.cursor(RED));
    assert_eq!(next.to_move(), Some(BLUE));
}

#[test]
fn s2_4_each_half_of_an_order_stands_for_itself() {
    let scene = Scene::new().tiles(RED, &[(8, 15), (3, 3)]).position();
    let instead = |text: &str| scene.instead_of(order(text)).unwrap().to_string();
    assert_eq!(instead("cw@10,10 up"), "to@10,10 up", "no own colour there");
    assert_eq!(instead("cw@3,3 left"), "cw@3,3 -", "the soldier cannot go left");
    assert_eq!(instead("cw@200,3 left"), "- -");
    assert_eq!(instead("cw@3,3 up"), "cw@3,3 up");
}

#[test]
fn s2_4_what_cannot_be_done_of_the_cursors_order_does_not_help_the_soldier() {
    // The turn would bring red's tile to (8, 15), but blue's soldier stands on it.
    let scene = Scene::new().tiles(RED, &[(7, 14)]).soldier(BLUE, (7, 15)).position();
    assert_eq!(scene.instead_of(order("cw@7,14 up")).unwrap(), order("to@7,14 -"));
}

// --- 2.5.1 the cursor -------------------------------------------------------------------------

fn mixed() -> Scene {
    Scene::new().tiles(RED, &[(5, 5)]).tiles(BLUE, &[(6, 5)]).tiles(GREEN, &[(6, 6)])
}

#[test]
fn s2_5_1_clockwise_turns_the_four_tiles_to_the_right() {
    let position = mixed().position();
    assert_eq!(under(&position, 5, 5), "RBG.");
    assert_eq!(under(&after(&position, "cw@5,5 -"), 5, 5), ".RBG");
}

#[test]
fn s2_5_1_anticlockwise_turns_them_to_the_left() {
    assert_eq!(under(&after(&mixed().position(), "ccw@5,5 -"), 5, 5), "BG.R");
}

#[test]
fn s2_5_1_the_position_names_the_top_left_tile() {
    let position = mixed().position();
    let next = after(&position, "cw@5,5 -");
    let changed: Vec<(u8, u8)> = cells()
        .filter(|&cell| position.tiles().at(cell) != next.tiles().at(cell))
        .map(|cell| (cell.x, cell.y))
        .collect();
    assert_eq!(changed, [(5, 5), (6, 5), (5, 6), (6, 6)]);
}

#[test]
fn s2_5_1_the_cursor_need_not_turn_anything() {
    let position = mixed().position();
    let next = after(&position, "to@5,5 -");
    assert_eq!(next.tiles(), position.tiles());
    assert_eq!((next.cursor(RED).x, next.cursor(RED).y), (5, 5));
    assert!(position.is_legal(order("to@10,10 -")), "also where it could not turn");
}

#[test]
fn s2_5_1_no_turn_while_a_soldier_stands_inside() {
    let soldier_inside = "a soldier stands under the cursor, so the tiles cannot turn";
    for seat in Seat::all(4) {
        for cell in [(5, 5), (6, 5), (6, 6), (5, 6)] {
            let position = mixed().soldier(seat, cell).position();
            assert_eq!(why(&position, "cw@5,5 -"), soldier_inside, "{seat} at {cell:?}");
            assert_eq!(why(&position, "ccw@5,5 -"), soldier_inside);
            assert!(position.is_legal(order("to@5,5 -")), "to go there is allowed");
        }
    }
    // In a gate it stands inside, too.
    let position = Scene::new().tiles(RED, &[(7, 15), (8, 15)]).position();
    assert_eq!(why(&position, "cw@7,15 -"), soldier_inside);
    assert_eq!(why(&position, "cw@8,15 -"), soldier_inside);
    assert!(position.is_legal(order("cw@6,15 -")));
}

#[test]
fn s2_5_1_no_turn_without_a_tile_of_the_own_colour() {
    let no_own = "no tile under the cursor has the player's colour, so they cannot turn";
    for (seat, can) in [(RED, true), (BLUE, true), (GREEN, true), (YELLOW, false)] {
        let position = mixed().side(seat).position();
        assert_eq!(position.is_legal(order("cw@5,5 -")), can, "{seat}");
        if !can {
            assert_eq!(why(&position, "cw@5,5 -"), no_own);
        }
    }
    assert_eq!(why(&mixed().position(), "cw@10,10 -"), no_own, "gray alone");
}

#[test]
fn s2_5_1_a_cursor_that_cannot_turn_goes_there_all_the_same() {
    // Position and rotation are two parameters. Here the rotation is impossible for either reason.
    let own_soldier = mixed().soldier(RED, (6, 6)).position();
    let no_own_tile = mixed().position();
    for (position, x, y) in [(own_soldier, 5, 5), (no_own_tile, 10, 10)] {
        for spin in ["cw", "ccw"] {
            let turn = order(&format!("{spin}@{x},{y} -"));
            assert!(!position.is_legal(turn));
            assert_eq!(position.instead_of(turn).unwrap(), order(&format!("to@{x},{y} -")));
            let mut next = position.clone();
            next.carry_out(turn);
            assert_eq!((next.cursor(RED).x, next.cursor(RED).y), (x, y));
            assert_eq!(next.tiles(), position.tiles());
        }
    }
}

#[test]
fn s2_5_1_the_cursor_stays_where_it_is_until_it_is_moved() {
    let mut position = after(&start(), "to@3,4 -");
    for _ in 0..7 {
        position = after(&position, "- -");
        assert_eq!((position.cursor(RED).x, position.cursor(RED).y), (3, 4));
    }
}

#[test]
fn s2_5_1_on_a_wall_the_two_tiles_change_places_either_way() {
    let scene = Scene::new()
        .tiles(RED, &[(3, 1), (1, 3), (3, 15), (15, 3)])
        .tiles(BLUE, &[(4, 1), (1, 4), (4, 15), (15, 4)]);
    let position = scene.position();
    for (x, y, before, turned) in [
        (3, 0, "##BR", "##RB"),
        (0, 3, "#RB#", "#BR#"),
        (3, 15, "RB##", "BR##"),
        (15, 3, "R##B", "B##R"),
    ] {
        assert_eq!(under(&position, x, y), before);
        for spin in ["cw", "ccw"] {
            assert_eq!(under(&after(&position, &format!("{spin}@{x},{y} -")), x, y), turned);
        }
    }
}

#[test]
fn s2_5_1_a_cursor_may_lie_on_a_gate() {
    let position = Scene::new().tiles(RED, &[(4, 1)]).tiles(GREEN, &[(3, 1)]).position();
    assert_eq!(under(&after(&position, "cw@3,0 -"), 3, 0), "##GR");
}

#[test]
fn s2_5_1_in_a_corner_nothing_happens() {
    // The sheet forbids a turn for two reasons only, and neither is a corner: the single tile
    // there may be turned, and stays.
    let scene = Scene::new().tiles(RED, &[(1, 1), (15, 1), (1, 15), (15, 15)]).position();
    let foreign = Scene::new().tiles(BLUE, &[(1, 1), (15, 1), (1, 15), (15, 15)]).position();
    for (x, y) in [(0, 0), (15, 0), (0, 15), (15, 15)] {
        for spin in ["cw", "ccw"] {
            assert_eq!(after(&scene, &format!("{spin}@{x},{y} -")).tiles(), scene.tiles());
            assert!(!foreign.is_legal(order(&format!("{spin}@{x},{y} -"))));
        }
    }
}

#[test]
fn s2_5_1_outside_the_map_is_no_order() {
    let outside = "the cursor would leave the map: x and y go from 0 to 15";
    for place in ["16,3", "3,16", "16,16", "255,255"] {
        for word in ["cw", "ccw", "to"] {
            assert_eq!(why(&start(), &format!("{word}@{place} -")), outside);
        }
        let instead = start().instead_of(order(&format!("cw@{place} up"))).unwrap();
        assert_eq!(instead.to_string(), "- up");
    }
    assert!(start().is_legal(order("to@15,15 -")));
}

#[test]
fn s2_5_1_two_cursors_on_one_tile_turn_it_one_after_the_other() {
    let position = mixed().position();
    let position = after(&position, "cw@5,5 -");
    let position = after(&position, "cw@5,5 -");
    assert_eq!(under(&position, 5, 5), "G.RB");
}

#[test]
fn s2_5_1_the_second_cursor_finds_what_the_first_has_left() {
    // Red's only tile there is turned away by blue before red's next turn.
    let scene = Scene::new().tiles(RED, &[(6, 5)]).tiles(BLUE, &[(7, 5)]).side(BLUE).position();
    let mut position = after(&scene, "cw@6,5 -");
    for _ in 0..2 {
        position = after(&position, "- -");
    }
    assert_eq!(position.to_move(), Some(RED));
    assert_eq!(position.check_turn(RED, gyoji_quinte::Corner::new(5, 5)), Err(Refusal::NoOwnTile));
}

// --- 2.5.2 the soldier ------------------------------------------------------------------------

#[test]
fn s2_5_2_everybody_has_one_soldier_in_the_middle_of_the_big_gate() {
    let soldiers: Vec<(u8, u8)> =
        Seat::all(4).map(|seat| (start().soldier(seat).x, start().soldier(seat).y)).collect();
    assert_eq!(soldiers, [(8, 16), (0, 8), (8, 0), (16, 8)]);
    for seat in Seat::all(4) {
        assert_eq!(
            gate(home(seat)).map(|gate| (gate.owner, gate.kind)),
            Some((seat, GateKind::Big))
        );
    }
}

#[test]
fn s2_5_2_a_soldier_goes_only_onto_tiles_of_its_colour() {
    let other = "the soldier cannot go there: the tile has another colour";
    for seat in Seat::all(4) {
        let position = Scene::new()
            .soldier(seat, (8, 8))
            .side(seat)
            .tiles(Seat((seat.0 + 1) % 4), &[(8, 7)])
            .tiles(Seat((seat.0 + 2) % 4), &[(9, 8)])
            .tiles(Seat((seat.0 + 3) % 4), &[(8, 9)])
            .position();
        for way in ["up", "right", "down", "left"] {
            assert_eq!(why(&position, &format!("- {way}")), other, "{seat} {way}");
        }
    }
}

#[test]
fn s2_5_2_there_are_five_orders_for_a_soldier() {
    let scene = Scene::new().soldier(RED, (8, 8)).tiles(RED, &[(9, 8), (7, 8), (8, 7), (8, 9)]);
    let position = scene.position();
    let without_cursor = position.moves().filter(|mv| mv.cursor.is_none());
    let orders: Vec<String> = without_cursor.map(|mv| mv.to_string()).collect();
    assert_eq!(orders, ["- -", "- up", "- right", "- down", "- left"]);
}

#[test]
fn s2_5_2_the_cursor_comes_before_the_soldier() {
    let position = Scene::new().soldier(RED, (8, 8)).tiles(RED, &[(9, 6)]).position();
    assert!(!position.is_legal(order("- up")));
    let next = after(&position, "ccw@8,6 -");
    assert_eq!(next.tiles().at(Cell::new(8, 6)), Some(Tile::of(RED)));
    // (8, 6) to (8, 7): brought and stepped onto in one order.
    let position = Scene::new().soldier(RED, (8, 8)).tiles(RED, &[(8, 6)]).position();
    let next = after(&position, "ccw@8,6 up");
    assert_eq!(next.soldier(RED), Cell::new(8, 7));
    // And the other way round: what the cursor takes away cannot be stepped onto.
    let position = Scene::new().soldier(RED, (8, 8)).tiles(RED, &[(8, 7)]).position();
    assert!(position.is_legal(order("- up")));
    assert!(!position.is_legal(order("cw@8,6 up")));
    assert_eq!(position.instead_of(order("cw@8,6 up")).unwrap().to_string(), "cw@8,6 -");
}

#[test]
fn s2_5_2_soldiers_do_not_block_one_another() {
    // Two soldiers cannot share a tile (it has one colour), but they can pass each other.
    let position = Scene::new()
        .soldier(RED, (8, 8))
        .soldier(BLUE, (8, 7))
        .tiles(RED, &[(9, 8), (9, 7)])
        .position();
    assert_eq!(after(&position, "- right").soldier(RED), Cell::new(9, 8));
}

#[test]
fn s2_5_2_after_an_attack_a_new_soldier_appears_in_the_big_gate() {
    for seat in Seat::all(4) {
        // Before the middle of the big gate opposite, seen from each side.
        let view = Quarter::own_view(seat).back();
        let cell = view.cell(Cell::new(8, 1));
        let scene = Scene::new().soldier(seat, (cell.x, cell.y)).side(seat);
        let position = scene.position();
        let mv = view.order(order("- up"));
        assert!(position.is_legal(mv));
        let mut next = position.clone();
        next.play(mv);
        assert_eq!(next.soldier(seat), home(seat));
        assert_eq!(next.score(seat), 12_000);
    }
}

#[test]
fn s2_5_2_a_soldier_cannot_enter_its_own_gates() {
    let own = "the soldier cannot enter a gate of its own castle";
    for x in [4, 7, 8, 9, 12] {
        let position = Scene::new().soldier(RED, (x, 15)).position();
        assert_eq!(why(&position, "- down"), own);
    }
    let at_home = Scene::new().position();
    for way in ["left", "right"] {
        assert_eq!(why(&at_home, &format!("- {way}")), own, "along the gate");
    }
}

#[test]
fn s2_5_2_a_soldier_leaves_its_gate_onto_an_own_tile_only() {
    assert!(start().is_legal(order("- up")));
    assert!(!Scene::new().position().is_legal(order("- up")));
}

#[test]
fn s2_5_2_after_850_turns_soldiers_are_super_soldiers() {
    for (turn, is_super) in [(0, false), (849, false), (850, true), (999, true)] {
        let position = Scene::new().soldier(RED, (8, 1)).turn(turn).position();
        assert_eq!(position.is_super(), is_super, "turn {turn}");
        let gain = if is_super { 4_000 } else { 2_000 };
        assert_eq!(after(&position, "- up").score(RED), 10_000 + gain, "turn {turn}");
    }
    // All four of turn 849 are still plain soldiers.
    let last = Scene::new().soldier(YELLOW, (1, 8)).side(YELLOW).turn(849).position();
    assert_eq!(after(&last, "- left").score(YELLOW), 12_000);
}

#[test]
fn s2_5_2_super_soldiers_move_as_others_do() {
    for turn in [0, 900] {
        let scene = Scene::new().turn(turn).soldier(RED, (8, 8)).tiles(RED, &[(8, 7)]);
        let position = scene.position();
        let orders = position.moves().filter(|mv| mv.cursor.is_none()).count();
        assert_eq!(orders, 2, "turn {turn}");
    }
}

// --- 2.5.3 gates ------------------------------------------------------------------------------

#[test]
fn s2_5_3_the_big_gate_is_in_the_middle_and_small_ones_are_on_both_sides() {
    for seat in Seat::all(4) {
        let kinds: Vec<Option<GateKind>> = (0..SIZE)
            .map(|x| {
                let cell = Quarter::own_view(seat).back().cell(Cell::new(x, 16));
                let found = gate(cell);
                assert!(found.is_none_or(|gate| gate.owner == seat));
                found.map(|gate| gate.kind)
            })
            .collect();
        let at = |kind| (0..17).filter(|&x| kinds[x] == Some(kind)).collect::<Vec<_>>();
        assert_eq!(at(GateKind::Big), [7, 8, 9], "three tiles before it");
        assert_eq!(at(GateKind::Small), [4, 12], "one tile before each");
    }
    let inner = cells().filter(|cell| cell.is_road());
    assert!(inner.into_iter().all(|cell| gate(cell).is_none()));
}

#[test]
fn s2_5_3_percentages() {
    assert_eq!(GateKind::Big.percent(false), 20);
    assert_eq!(GateKind::Small.percent(false), 10);
    assert_eq!(GateKind::Big.percent(true), 40);
    assert_eq!(GateKind::Small.percent(true), 20);
}

#[test]
fn s2_5_3_every_cell_of_every_enemy_gate_can_be_attacked() {
    let mut attacks = 0;
    for attacker in Seat::all(4) {
        let view = Quarter::own_view(attacker).back();
        // As the attacker sees them: left, top and right.
        for along in [4, 7, 8, 9, 12] {
            let before = [(1, along, "left"), (along, 1, "up"), (15, along, "right")];
            for (defender, (x, y, way)) in before.into_iter().enumerate() {
                let defender = view.seat(Seat(defender as u8 + 1));
                let cell = view.cell(Cell::new(x, y));
                for turn in [0, 850] {
                    let position = Scene::new()
                        .soldier(attacker, (cell.x, cell.y))
                        .side(attacker)
                        .turn(turn)
                        .position();
                    let mut next = position.clone();
                    let mv = view.order(order(&format!("- {way}")));
                    assert!(position.is_legal(mv));
                    next.play(mv);
                    let percent = if (7..=9).contains(&along) { 20 } else { 10 };
                    let loss = 100 * percent * if turn == 850 { 2 } else { 1 };
                    assert_eq!(next.score(defender), 10_000 - loss);
                    assert_eq!(next.score(attacker), 10_000 + loss);
                    let sum: u32 = Seat::all(4).map(|seat| next.score(seat)).sum();
                    assert_eq!(sum, 40_000);
                    attacks += 1;
                }
            }
        }
    }
    assert_eq!(attacks, 4 * 15 * 2);
}

#[test]
fn s2_5_3_a_gate_is_entered_only_from_the_tile_before_it() {
    // On the wall beside a gate there is no way in.
    let position = Scene::new().soldier(RED, (5, 1)).position();
    assert_eq!(why(&position, "- up"), "the soldier cannot go there: it is a wall");
}

#[test]
fn s2_5_3_the_loss_is_a_share_of_the_present_score_rounded_down() {
    for (score, small, big) in [(10_000, 1_000, 2_000), (9_999, 999, 1_999), (9, 0, 1), (0, 0, 0)] {
        let scene = Scene::new().scores([0, 0, score, 0]);
        let small_gate = scene.clone().soldier(RED, (4, 1)).position();
        let next = after(&small_gate, "- up");
        assert_eq!((next.score(RED), next.score(GREEN)), (small, score - small));
        let big_gate = scene.soldier(RED, (9, 1)).position();
        let next = after(&big_gate, "- up");
        assert_eq!((next.score(RED), next.score(GREEN)), (big, score - big));
    }
}

// --- 2.5.4 tiles ------------------------------------------------------------------------------

#[test]
fn s2_5_4_nobody_can_walk_on_gray_but_it_can_be_turned() {
    for seat in Seat::all(4) {
        let position = Scene::new().soldier(seat, (8, 8)).side(seat).position();
        assert_eq!(position.moves().filter(|mv| mv.cursor.is_none()).count(), 1, "only - -");
    }
    let position = Scene::new().tiles(RED, &[(5, 5)]).position();
    assert_eq!(under(&after(&position, "cw@5,5 -"), 5, 5), ".R..");
}

// --- 2.6 the order of play --------------------------------------------------------------------

#[test]
fn s2_6_red_blue_green_yellow_in_every_turn() {
    let mut position = start();
    for number in 0..40 {
        assert_eq!(position.to_move(), Some(Seat(number % 4)));
        position = after(&position, "- -");
    }
    assert_eq!([home(RED), home(BLUE)], [Cell::new(8, 16), Cell::new(0, 8)], "bottom, left");
    assert_eq!([home(GREEN), home(YELLOW)], [Cell::new(8, 0), Cell::new(16, 8)], "top, right");
}

#[test]
fn s2_6_each_player_finds_the_results_of_those_before() {
    let position = Scene::new().tiles(RED, &[(5, 5)]).tiles(BLUE, &[(6, 5)]).position();
    assert!(!after(&position, "- -").is_legal(order("cw@6,6 -")));
    // Red brings blue's tile down, and blue can turn it in the same turn.
    let next = after(&position, "cw@5,5 -");
    assert!(next.is_legal(order("cw@6,6 -")));
}
