//! The one list of what can stand in the file of an event: the parser, the JSON schema and the
//! documentation are made from it or checked against it.

use super::format::{Format, Seeding};

/// Where a key can stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// At the top of the file.
    Top,
    /// In a stage; at the top if there is only one.
    Stage,
    /// Only in a `[[stage]]`.
    StageOnly,
    /// In a `[[player]]`.
    Player,
}

/// What a key takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyKind {
    /// Any text.
    Text,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A whole number, both ends included.
    Number(u64, u64),
    /// `true` or `false`.
    Flag,
    /// A length of time: `500ms`, `5s`; a number is seconds.
    Time,
    /// The time for a whole game: `60s+0.5s`.
    Clock,
    /// Whole numbers, one for each place in a game.
    Points,
    /// How well programs are locked in: `"best"`, or a level.
    Sandbox,
    /// What programs may use: a size, a number or a time.
    Limit,
}

/// Words in English and Japanese.
pub type Both = (&'static str, &'static str);

/// One key of the file.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// As it is written.
    pub name: &'static str,
    /// Where it can stand.
    pub at: At,
    /// What it takes.
    pub kind: KeyKind,
    /// Whether it has to be there.
    pub required: bool,
    /// The formats that know it; all if there are none.
    pub formats: &'static [Format],
    /// What it is if it is not there, as far as that can be said in a word.
    pub default: Both,
    /// What it does.
    pub about: Both,
}

/// The names of all formats.
const FORMATS: &[&str] = &[
    Format::RoundRobin.name(),
    Format::Gauntlet.name(),
    Format::Swiss.name(),
    Format::KnockOut.name(),
    Format::Groups.name(),
    Format::Contest.name(),
    Format::Cup.name(),
    Format::Ladder.name(),
];

/// The tables of the file, beside its keys.
pub const TABLES: &[&str] = &["options", "player", "stage"];

const fn key(name: &'static str, at: At, kind: KeyKind, default: Both, about: Both) -> Key {
    Key { name, at, kind, required: false, formats: &[], default, about }
}

const NONE: Both = ("", "");

/// All keys, in the order in which people should read of them.
pub const KEYS: &[Key] = &[
    Key {
        required: true,
        ..key(
            "name",
            At::Top,
            KeyKind::Text,
            NONE,
            (
                "what the event is called, on the screen and in the store",
                "イベントの名前。画面に出るほか、保存先ではこの名前で区別されます",
            ),
        )
    },
    Key {
        required: true,
        ..key(
            "game",
            At::Top,
            KeyKind::Text,
            NONE,
            ("the game (see gyoji games)", "ゲームの名前（gyoji games で一覧）"),
        )
    },
    key(
        "format",
        At::Stage,
        KeyKind::Word(FORMATS),
        ("round-robin", "round-robin"),
        ("who meets whom", "対戦形式"),
    ),
    Key {
        formats: &[
            Format::RoundRobin,
            Format::Gauntlet,
            Format::Swiss,
            Format::Groups,
            Format::Contest,
            Format::Ladder,
        ],
        ..key(
            "games",
            At::Stage,
            KeyKind::Number(1, 1_000_000),
            (
                "as many as there are seats; contest: 1; ladder: no end",
                "席の数と同じ。contest は 1、ladder は無制限",
            ),
            (
                "how many games each pairing or table plays; ladder: after how many games it ends",
                "1つの組み合わせ（卓）の対局数。ladder では終了するまでの総対局数",
            ),
        )
    },
    key(
        "time",
        At::Top,
        KeyKind::Time,
        ("as in the game", "ゲームごとの標準"),
        (
            "the time for one answer: 500ms, 5s; 0: no limit",
            "1手の制限時間（500ms、5s など。0 なら無制限）",
        ),
    ),
    key(
        "clock",
        At::Top,
        KeyKind::Clock,
        ("none", "なし"),
        (
            "the time for a whole game, and what each answer adds: 60s+0.5s",
            "1局全体の持ち時間と1手ごとの加算（60s+0.5s など）",
        ),
    ),
    key(
        "opening",
        At::Top,
        KeyKind::Number(0, 1000),
        ("0", "0"),
        (
            "so many moves are drawn by lot before a game begins, the same for all games in which the same table changes seats",
            "対局の前にくじで決める手数。席を入れ替えて行う同じ組の対局では同じ手になります",
        ),
    ),
    key(
        "openings",
        At::Top,
        KeyKind::Text,
        ("none", "なし"),
        (
            "a file of openings, from the folder of the event's file",
            "開始局面集のファイル（イベントファイルのあるフォルダからのパス）",
        ),
    ),
    key(
        "seed",
        At::Top,
        KeyKind::Number(0, i64::MAX as u64),
        ("from the name", "名前から決まる値"),
        (
            "decides whatever is drawn by lot; the same file with the same seed is the same event",
            "くじで決めることすべての元になるシード。同じファイルと同じシードなら同じイベントになります",
        ),
    ),
    key(
        "slots",
        At::Top,
        KeyKind::Number(1, 1024),
        ("as many as the machine has cores", "コアの数"),
        ("how many games are played at once", "同時に行う対局の数"),
    ),
    key(
        "ponder",
        At::Top,
        KeyKind::Flag,
        ("false", "false"),
        (
            "whether programs may think in their opponents' time; otherwise they are frozen meanwhile",
            "相手の手番にも考えてよいか。false なら、その間プログラムは止められます",
        ),
    ),
    key(
        "sandbox",
        At::Top,
        KeyKind::Sandbox,
        ("best", "best"),
        (
            "how programs are locked in: \"best\", as well as the machine can, or the least level that has to hold: 0 (not at all), 1, 2, 3",
            "プログラムの隔離。\"best\" ならそのマシンでできる最高のレベル。数字（0 は隔離なし、1、2、3）なら最低でもそのレベル",
        ),
    ),
    key(
        "memory",
        At::Top,
        KeyKind::Limit,
        ("2GB", "2GB"),
        (
            "the most memory of a program and all it starts",
            "プログラム（子プロセスを含む）が使えるメモリ",
        ),
    ),
    key(
        "processes",
        At::Top,
        KeyKind::Limit,
        ("256", "256"),
        ("the most processes and threads of a program", "プログラムのプロセスとスレッドの数"),
    ),
    key(
        "cpu",
        At::Top,
        KeyKind::Limit,
        ("no limit", "無制限"),
        ("the most processor time of one process", "1プロセスが使えるCPU時間"),
    ),
    key(
        "file-size",
        At::Top,
        KeyKind::Limit,
        ("256MB", "256MB"),
        ("the largest file a program may write", "書き込めるファイル1つの大きさ"),
    ),
    key(
        "open-files",
        At::Top,
        KeyKind::Limit,
        ("1024", "1024"),
        ("the most files that a process has open", "1プロセスが同時に開けるファイルの数"),
    ),
    key(
        "disk",
        At::Top,
        KeyKind::Limit,
        ("256MB", "256MB"),
        ("all temporary files of a program together", "一時ファイルの合計"),
    ),
    Key {
        formats: &[
            Format::RoundRobin,
            Format::Gauntlet,
            Format::Swiss,
            Format::Groups,
            Format::Contest,
        ],
        ..key(
            "points",
            At::Stage,
            KeyKind::Points,
            ("[1, 0]; [3, 2, 1, 0] for four seats", "[1, 0]。4人用では [3, 2, 1, 0]"),
            (
                "what each place in a game is worth; those who share places share their points",
                "対局の順位ごとの勝ち点。順位を分け合えば勝ち点も等分します",
            ),
        )
    },
    Key {
        formats: &[Format::KnockOut, Format::Cup],
        ..key(
            "best-of",
            At::Stage,
            KeyKind::Number(1, 99),
            ("3", "3"),
            (
                "how many games a meeting of a knock-out has at the most, before extra games",
                "勝ち抜き戦の1回の対戦で行う最大の対局数（延長を除く）",
            ),
        )
    },
    Key {
        formats: &[Format::KnockOut, Format::Cup],
        ..key(
            "third-place",
            At::Stage,
            KeyKind::Flag,
            ("false", "false"),
            ("whether the third place is played for", "3位決定戦を行うか"),
        )
    },
    Key {
        formats: &[Format::Swiss],
        ..key(
            "rounds",
            At::Stage,
            KeyKind::Number(1, 1000),
            ("⌈log₂ players⌉ + 1", "⌈log₂ 参加者数⌉ + 1"),
            ("how many rounds there are", "ラウンドの数"),
        )
    },
    Key {
        formats: &[
            Format::RoundRobin,
            Format::Gauntlet,
            Format::Swiss,
            Format::KnockOut,
            Format::Groups,
            Format::Cup,
        ],
        ..key(
            "advance",
            At::Stage,
            KeyKind::Number(1, 1000),
            ("groups: 2; cup: up to 8", "groups は 2、cup は最大 8"),
            (
                "how many go on to the next stage, in groups from each table; cup: to the knock-out",
                "次のステージに進む人数（groups では各卓から）。cup では勝ち抜き戦に進む人数",
            ),
        )
    },
    Key {
        formats: &[Format::Groups],
        ..key(
            "table",
            At::Stage,
            KeyKind::Number(2, 64),
            ("4", "4"),
            ("how many are in a group at the most", "1つの卓（グループ）の最大人数"),
        )
    },
    Key {
        formats: &[Format::Contest],
        ..key(
            "qualifying",
            At::Stage,
            KeyKind::Number(1, 1000),
            ("8", "8"),
            (
                "how many games everybody has in the qualifying of 17 teams or more",
                "17チーム以上のとき、予選で各チームが行う対局数",
            ),
        )
    },
    Key {
        formats: &[Format::Cup],
        ..key(
            "min-games",
            At::Stage,
            KeyKind::Number(1, 100_000),
            ("10", "10"),
            (
                "how many games everybody has at least before the best are chosen by win rate",
                "勝率で上位を選ぶまでに各自が行う最低の対局数",
            ),
        )
    },
    Key {
        formats: &[Format::Swiss, Format::KnockOut, Format::Groups],
        ..key(
            "seeding",
            At::Stage,
            KeyKind::Word(&[Seeding::Order.name(), Seeding::Lot.name()]),
            ("order", "order"),
            (
                "in which order players come in: order (of the file or of the stage before), or lot",
                "参加者の並べ方。order（ファイルの順、または前のステージの順位）か lot（くじ）",
            ),
        )
    },
    Key {
        required: true,
        ..key(
            "name",
            At::StageOnly,
            KeyKind::Text,
            NONE,
            ("what the stage is called", "ステージの名前"),
        )
    },
    Key {
        required: true,
        ..key(
            "name",
            At::Player,
            KeyKind::Text,
            NONE,
            (
                "what the player is called, on the screen and in records",
                "参加者の名前。画面と棋譜に出ます",
            ),
        )
    },
    Key {
        required: true,
        ..key(
            "command",
            At::Player,
            KeyKind::Text,
            NONE,
            (
                "the player, written as for gyoji match; paths are from the folder of the file",
                "参加者の指定。gyoji match と同じ書き方です（パスはイベントファイルのあるフォルダから）",
            ),
        )
    },
    key(
        "dir",
        At::Player,
        KeyKind::Text,
        (
            "the folder of the file that the command names",
            "コマンドに書かれたファイルのあるフォルダ",
        ),
        (
            "the folder the program runs in; its files are what a version is made of",
            "プログラムを実行するフォルダ。この中のファイルからバージョンを決めます",
        ),
    ),
];

/// The keys that can stand there: at the top with those of a stage, in a stage, or in a player.
pub(super) fn keys_at(at: At) -> impl Iterator<Item = &'static Key> + Clone {
    KEYS.iter().filter(move |key| match at {
        At::Top => matches!(key.at, At::Top | At::Stage),
        At::Stage | At::StageOnly => matches!(key.at, At::Stage | At::StageOnly),
        At::Player => key.at == At::Player,
    })
}
