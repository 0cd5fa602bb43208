use gyoji_core::*;
use gyoji_othello::*;
use gyoji_search::*;
use std::time::*;
fn main() {
    let k = kit();
    let mut pos = vec![];
    for seed in 0..6 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut p = Othello::STANDARD;
        for i in 0..34 {
            let m: Vec<_> = p.moves().collect();
            if m.is_empty() { break; }
            p.play(m[rng.usize(..m.len())]);
            if i % 8 == 1 { pos.push(p); }
        }
    }
    for d in [6, 8, 10] {
        let (mut n, mut t) = (0, Duration::ZERO);
        for p in &pos {
            let mut s = AlphaBeta::new(bots::evaluate::Evaluation::new(0, 0), 16 << 20);
            let b = Instant::now();
            let f = s.search(p, &Limits::depth(d), &Budget::default(), &mut |_| ()).unwrap();
            t += b.elapsed();
            n += f.nodes;
        }
        println!("alphabeta depth {d}: {n} nodes {:.3} s {:.2} Mn/s", t.as_secs_f64(), n as f64 / t.as_secs_f64() / 1e6);
    }
    for name in ["mcts", "monte"] {
        let mut bot = k.make_bot(name, "playouts=300000", 1).unwrap();
        let b = Instant::now();
        let past = [Othello::STANDARD];
        bot.choose(&Turn { seat: Seat(0), past: &past, moves: &[], left: None }, &Budget::default(), &mut |_| ());
        println!("{name} {:.0} playouts/s from the start", 300000.0 / b.elapsed().as_secs_f64());
    }
}
