//! What the contest's rule sheet (section 6.1) forbids in what a team hands in: classes of the game
//! outside its `api` package, reflection, and libraries that rewrite code.
//!
//! Java files are read as text and class files by their table of names. Everything else, and what
//! is hidden on purpose, has to be looked at by people. What our own kit does is no team's doing.

mod class;
mod source;

use gyoji_core::{Finding, Text};

/// The packages of the game, and the one of them that may be used.
const GAME: &str = "jp.ac.washi.quinte.";
const API: &str = "jp.ac.washi.quinte.api.";
/// Teams hand in our kit with their player: this file of it finds the player's class by its name.
const STARTER: &[u8] =
    include_bytes!("../../../kits/quinte/java/src/jp/ac/washi/quinte/api/GameStarter.java");
/// Packages whose only use is what is forbidden.
const FORBIDDEN: &[&str] = &[
    "java.lang.reflect.",
    "java.lang.invoke.",
    "sun.misc.Unsafe",
    "jdk.internal.",
    "org.apache.bcel.",
    "com.sun.org.apache.bcel.",
    "org.objectweb.asm.",
    "javassist.",
    "net.bytebuddy.",
    "net.sf.cglib.",
];
/// What a class can be asked about itself.
const REFLECTION: &[&str] = &[
    "forName",
    "getMethod",
    "getMethods",
    "getDeclaredMethod",
    "getDeclaredMethods",
    "getField",
    "getFields",
    "getDeclaredField",
    "getDeclaredFields",
    "getConstructor",
    "getConstructors",
    "getDeclaredConstructor",
    "getDeclaredConstructors",
];

/// Looks at a file of a team.
pub fn inspect(name: &str, bytes: &[u8]) -> Vec<Finding> {
    match name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).as_deref() {
        Some("java") if bytes == STARTER => Vec::new(),
        Some("java") => source::inspect(&String::from_utf8_lossy(bytes)),
        Some("class") => class::inspect(bytes),
        _ => Vec::new(),
    }
}

/// What is wrong with using the class or package of that name, written with dots.
fn about(name: &str) -> Option<Text> {
    // A file of the package itself names it without anything behind.
    let is_api = name.starts_with(API) || name == API.trim_end_matches('.');
    if name.starts_with(GAME) && !is_api {
        return Some(Text::made(
            format!("{name}: only classes of jp.ac.washi.quinte.api may be used"),
            format!("{name}: 使ってよいのは jp.ac.washi.quinte.api パッケージのクラスだけです"),
        ));
    }
    FORBIDDEN.iter().any(|forbidden| name.starts_with(forbidden)).then(|| forbidden(name))
}

fn forbidden(name: &str) -> Text {
    Text::made(
        format!("{name}: reflection and code engineering are forbidden"),
        format!("{name}: リフレクションやバイトコード操作は禁止されています"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(source: &str) -> Vec<usize> {
        inspect("Team.java", source.as_bytes()).iter().filter_map(|it| it.line).collect()
    }

    #[test]
    fn what_the_kit_does_is_allowed() {
        let source = "import jp.ac.washi.quinte.api.Player;\nimport java.net.Socket;\n\
                      class A { Object o = getClass().getName(); }";
        assert!(lines(source).is_empty());
        assert!(inspect("notes.txt", b"java.lang.reflect.Method").is_empty());
        assert!(lines("package jp.ac.washi.quinte.api;\nclass Point {}").is_empty());
        assert!(inspect("api/GameStarter.java", STARTER).is_empty());
        let changed = [STARTER, b"// mine"].concat();
        assert!(!inspect("api/GameStarter.java", &changed).is_empty(), "it is the kit's no more");
    }

    #[test]
    fn what_is_forbidden_is_found_on_its_line() {
        assert_eq!(lines("\nimport jp.ac.washi.quinte.core.Engine;"), [2]);
        assert_eq!(lines("import jp.ac.washi.quinte.*;"), [1]);
        assert_eq!(lines("import java.lang.reflect.Method;\nimport java.lang.reflect.*;"), [1, 2]);
        assert_eq!(lines("class A {\n  Object o = Class . forName(\"x\");\n}"), [2]);
        assert_eq!(lines("x.getClass()\n .getDeclaredField(name);"), [2]);
        assert_eq!(lines("jp . ac . washi . quinte . Main.run();"), [1]);
    }

    #[test]
    fn words_in_comments_and_texts_are_only_words() {
        let source = "// java.lang.reflect.Method\n/* Class.forName(\n jp.ac.washi.quinte.core.X */\n\
                      String s = \"Class.forName(\\\"java.lang.reflect.Method\\\")\"; char c = '\"';\n\
                      String t = \"\"\"\n  Class.forName(x)\n \"\"\";";
        assert!(lines(source).is_empty(), "{:?}", inspect("A.java", source.as_bytes()));
    }
}
