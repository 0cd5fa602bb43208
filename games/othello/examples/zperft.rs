fn main() {
    for _ in 0..3 {
        let t = std::time::Instant::now();
        let n = gyoji_othello::perft::count(gyoji_othello::board::Board::STANDARD, 11);
        let s = t.elapsed().as_secs_f64();
        println!("gyoji perft 11 {n} {s:.3} s {:.1} M/s", n as f64 / s / 1e6);
    }
}
