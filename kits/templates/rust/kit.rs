//! 審判とのやりとり（plain プロトコル）。書き換える必要はありません。
//! The conversation with the referee (the `plain` protocol). There is nothing to edit here.
//!
//! ```text
//! build/my_ai                                      標準入出力で / over stdin and stdout
//! build/my_ai --connect HOST:PORT [--key KEY] [--name NAME]   ネットワークで / over the network
//! build/my_ai --test                               positions.txt の局面で試す / try recorded positions
//! ```
#![allow(dead_code)]

use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::exit;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

pub const GAME: &str = "{{game}}";
pub const NAME: &str = "{{name}}";

/// 手を選ぶ関数 / A function that picks a move.
pub type Choose = fn(position: &str, legal: &[&str], clock: &Clock) -> String;

/// この1手に使える時間（ミリ秒）/ The time for this move, in milliseconds.
pub struct Clock {
    limit: Option<i64>,
    start: Instant,
}

impl Clock {
    pub fn new(limit: Option<i64>) -> Clock {
        Clock { limit, start: Instant::now() }
    }

    /// 使った時間 / The time used so far.
    pub fn used(&self) -> i64 {
        self.start.elapsed().as_millis() as i64
    }

    /// 残り時間（制限なしなら1時間）/ The time left; an hour if there is no limit.
    pub fn left(&self) -> i64 {
        self.limit.unwrap_or(3_600_000) - self.used()
    }
}

/// 途中経過を表示する（標準エラー出力へ）/ Prints to stderr; stdout is only for moves.
pub fn debug(words: impl Display) {
    eprintln!("{words}");
}

/// 0 以上 1 未満の乱数 / A random number from 0 to 1.
pub fn random() -> f64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static SEED: AtomicU64 = AtomicU64::new(0);
    let mut seed = SEED.load(Ordering::Relaxed);
    if seed == 0 {
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        seed = time.as_nanos() as u64 | 1;
    }
    // xorshift64
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    SEED.store(seed, Ordering::Relaxed);
    (seed >> 11) as f64 / (1u64 << 53) as f64
}

/// 点数が一番高い手 / The move with the highest score.
pub fn best(legal: &[&str], score: impl Fn(&str) -> f64) -> String {
    let mut most = (f64::MIN, legal[0]);
    for &each in legal {
        let points = score(each);
        if points > most.0 {
            most = (points, each);
        }
    }
    most.1.to_string()
}

/// 審判に聞かれるたびに choose を呼ぶ / Calls choose whenever the referee asks.
pub fn run(choose: Choose) {
    if given("--test") {
        exit(test(choose));
    }
    let done = match option("--connect") {
        Some(address) => connect(choose, &address),
        None => talk(choose, io::stdin().lock(), io::stdout()),
    };
    if let Err(problem) = done {
        debug(problem);
        exit(1);
    }
}

fn talk(choose: Choose, input: impl BufRead, mut out: impl Write) -> io::Result<()> {
    let (mut position, mut legal) = (String::new(), String::new());
    for line in input.lines() {
        let line = line?;
        let (word, rest) = cut(line.trim());
        match word {
            "gyoji" => writeln!(out, "ready legal")?,
            "position" => position = cut(rest).1.to_string(),
            "legal" => legal = rest.to_string(),
            "go" => {
                let (number, limit) = cut(rest);
                let moves: Vec<&str> = legal.split(" | ").collect();
                let answer = choose(&position, &moves, &Clock::new(limit.parse().ok()));
                writeln!(out, "move {number} {answer}")?;
            }
            "refused" | "over" => debug(&line),
            _ => {} // ほかの行は読み飛ばす / other lines need no answer
        }
        // flush を忘れると審判に届かない / without flush nothing arrives
        out.flush()?;
    }
    Ok(())
}

fn connect(choose: Choose, address: &str) -> io::Result<()> {
    let parts = address.rsplit_once(':');
    if !parts.is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok()) {
        debug(format!("{address}: HOST:PORT の形で書いてください / write it as HOST:PORT"));
        exit(1);
    }
    let mut peer = match TcpStream::connect(address) {
        Ok(peer) => peer,
        Err(problem) => {
            debug(format!("{address} につながりません / cannot connect: {problem}"));
            exit(1);
        }
    };
    peer.set_nodelay(true)?;
    let name = option("--name").unwrap_or(NAME.to_string());
    let key = option("--key").unwrap_or_default();
    let hello = format!("hello gyoji 1 {GAME} {name} {key}");
    peer.write_all(format!("{}\n", hello.trim()).as_bytes())?;
    debug(format!("{address} に接続しました / connected to {address}"));
    talk(choose, BufReader::new(peer.try_clone()?), peer)
}

/// コマンドラインにその言葉があるか / Whether a word is on the command line.
pub fn given(word: &str) -> bool {
    std::env::args().any(|each| each == word)
}

/// コマンドラインの値 / The value of an option on the command line.
fn option(name: &str) -> Option<String> {
    let mut words = std::env::args().skip_while(|word| word != name);
    words.next()?;
    let value = words.next();
    if value.is_none() {
        debug(format!("{name} の値がありません / {name} needs a value"));
        exit(2);
    }
    value
}

/// positions.txt の局面で choose を試す / Tries choose on the recorded positions.
fn test(choose: Choose) -> i32 {
    let text = match std::fs::read_to_string("positions.txt") {
        Ok(text) => text,
        Err(problem) => {
            debug(format!("positions.txt: {problem}"));
            return 1;
        }
    };
    let (mut position, mut legal, mut count, mut right) = ("", Vec::new(), 0, 0);
    for line in text.lines() {
        let (word, rest) = cut(line.trim());
        match word {
            "position" => position = rest,
            "legal" => legal = rest.split(" | ").collect(),
            "good" => {
                let answer = choose(position, &legal, &Clock::new(Some(5000)));
                let good = rest == "any" || rest.split(" | ").any(|each| each == answer);
                let fine = good && legal.contains(&answer.as_str());
                let start: String = position.chars().take(70).collect();
                let wish = if fine { String::new() } else { format!("(good: {rest})") };
                debug(format!("{} {start} -> {answer} {wish}", if fine { "ok  " } else { "BAD " }));
                count += 1;
                right += i32::from(fine);
            }
            _ => {}
        }
    }
    debug(format!("{right}/{count}"));
    i32::from(right < count)
}

/// 最初の言葉と残り / The first word, and the rest.
pub fn cut(line: &str) -> (&str, &str) {
    line.split_once(' ').unwrap_or((line, ""))
}
