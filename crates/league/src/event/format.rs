//! The formats an event or a stage of it can have.

/// How it is decided who is best.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// Some rounds, in each of which those meet who have done about equally well.
    Swiss,
    /// Whoever loses a meeting is out.
    KnockOut,
    /// Tables, each all against all, whose best go on.
    Groups,
    /// The contest of four at a table: qualifying, tables, final.
    Contest,
    /// The class's cup: win rates, then a knock-out of the best.
    Cup,
    /// Games without end between those who are near each other.
    Ladder,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 8] = [
        Format::RoundRobin,
        Format::Gauntlet,
        Format::Swiss,
        Format::KnockOut,
        Format::Groups,
        Format::Contest,
        Format::Cup,
        Format::Ladder,
    ];

    /// How it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Format::RoundRobin => "round-robin",
            Format::Gauntlet => "gauntlet",
            Format::Swiss => "swiss",
            Format::KnockOut => "knock-out",
            Format::Groups => "groups",
            Format::Contest => "contest",
            Format::Cup => "cup",
            Format::Ladder => "ladder",
        }
    }

    /// The format of that name.
    pub fn of(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Whether it can be one of several stages.
    pub fn is_stage(self) -> bool {
        !matches!(self, Format::Contest | Format::Cup | Format::Ladder)
    }
}

/// In which order entrants come into a stage.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Seeding {
    /// As they stand in the file, or as they came out of the stage before.
    #[default]
    Order,
    /// By lot, from the event's seed.
    Lot,
}

impl Seeding {
    /// How it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Seeding::Order => "order",
            Seeding::Lot => "lot",
        }
    }
}
