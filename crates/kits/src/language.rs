//! The languages there are kits in.

use gyoji_core::Text;

/// A language of kits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Language {
    /// Its name on the command line.
    pub id: &'static str,
    /// How it is called.
    pub title: &'static str,
    /// The file with the strategy.
    pub file: &'static str,
    /// The file that reads the board.
    pub board: &'static str,
    /// The file with the conversation.
    pub helper: &'static str,
    /// The command that builds it, if it has to be built.
    pub build: Option<&'static str>,
    /// The command that runs it.
    pub run: &'static str,
    /// The programs that have to be installed.
    pub programs: &'static [&'static str],
    /// What has to be installed, for people.
    pub needs: Text,
}

/// Every language.
pub static LANGUAGES: &[Language] = &[
    Language {
        id: "python",
        title: "Python",
        file: "my_ai.py",
        board: "board.py",
        helper: "kit.py",
        build: None,
        run: "python3 my_ai.py",
        programs: &["python3"],
        needs: Text::new("Python 3.8 or newer", "Python 3.8 以降"),
    },
    Language {
        id: "java",
        title: "Java",
        file: "MyAi.java",
        board: "Board.java",
        helper: "Kit.java",
        build: Some("javac -encoding UTF-8 -d build *.java"),
        run: "java -cp build MyAi",
        programs: &["javac", "java"],
        needs: Text::new("a JDK, version 11 or newer", "JDK 11 以降"),
    },
    Language {
        id: "cpp",
        title: "C++",
        file: "my_ai.cpp",
        board: "board.hpp",
        helper: "kit.hpp",
        build: Some("mkdir -p build && g++ -O2 -std=c++17 -o build/my_ai my_ai.cpp"),
        run: "build/my_ai",
        programs: &["g++"],
        needs: Text::new(
            "a compiler for C++17 (g++ or clang++) on Linux, macOS or WSL2",
            "C++17 のコンパイラ（g++ か clang++。Linux・macOS・WSL2）",
        ),
    },
    Language {
        id: "rust",
        title: "Rust",
        file: "my_ai.rs",
        board: "board.rs",
        helper: "kit.rs",
        build: Some("mkdir -p build && rustc -O --edition 2021 -o build/my_ai my_ai.rs"),
        run: "build/my_ai",
        programs: &["rustc"],
        needs: Text::new("rustc 1.82 or newer", "rustc 1.82 以降"),
    },
    Language {
        id: "js",
        title: "JavaScript",
        file: "my_ai.js",
        board: "board.js",
        helper: "kit.js",
        build: None,
        run: "node my_ai.js",
        programs: &["node"],
        needs: Text::new("Node.js 16 or newer", "Node.js 16 以降"),
    },
];

impl Language {
    /// The language of that name.
    pub fn find(id: &str) -> Option<&'static Language> {
        LANGUAGES.iter().find(|language| language.id == id)
    }
}
