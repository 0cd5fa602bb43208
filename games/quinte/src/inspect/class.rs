//! Java's class files: which classes and methods they name.

use gyoji_core::Finding;

use super::{REFLECTION, about, forbidden};

/// What a class file begins with.
const MAGIC: [u8; 4] = [0xca, 0xfe, 0xba, 0xbe];

/// An entry of the table of constants, as far as it matters.
enum Constant<'a> {
    Text(&'a [u8]),
    Class(u16),
    /// A class and what is used of it.
    Member(u16, u16),
    NameAndType(u16),
    Other,
}

/// Looks at a class file. One that is damaged is looked at as far as it goes.
pub(super) fn inspect(bytes: &[u8]) -> Vec<Finding> {
    let constants = constants(bytes);
    let text = |index: u16| match constants.get(usize::from(index)) {
        Some(Constant::Text(text)) => String::from_utf8_lossy(text).into_owned(),
        _ => String::new(),
    };
    let class = |index: u16| match constants.get(usize::from(index)) {
        Some(Constant::Class(name)) => text(*name),
        _ => String::new(),
    };
    let mut findings = Vec::new();
    for constant in &constants {
        let problem = match constant {
            Constant::Class(name) => {
                about(&text(*name).trim_matches(['[', 'L', ';']).replace('/', "."))
            }
            Constant::Member(of, what) if class(*of) == "java/lang/Class" => {
                let name = match constants.get(usize::from(*what)) {
                    Some(Constant::NameAndType(name)) => text(*name),
                    _ => String::new(),
                };
                REFLECTION.contains(&name.as_str()).then(|| forbidden(&format!("Class.{name}")))
            }
            _ => None,
        };
        findings.extend(problem.map(|problem| Finding { line: None, problem }));
    }
    // Whatever is written as a lambda names java.lang.invoke by itself.
    findings.retain(|finding| {
        !finding.problem.get(gyoji_core::Lang::En).starts_with("java.lang.invoke.")
    });
    findings
}

fn constants(bytes: &[u8]) -> Vec<Constant<'_>> {
    let mut constants = vec![Constant::Other];
    let Some(rest) = bytes.strip_prefix(&MAGIC) else { return constants };
    let Some((head, mut rest)) = rest.split_at_checked(6) else { return constants };
    let count = usize::from(u16::from_be_bytes([head[4], head[5]]));
    while constants.len() < count {
        let Some((constant, length)) = constant(rest) else { break };
        // Long numbers take two places.
        let is_wide = matches!(rest[0], 5 | 6);
        constants.push(constant);
        if is_wide {
            constants.push(Constant::Other);
        }
        let Some(left) = rest.get(length..) else { break };
        rest = left;
    }
    constants
}

/// The first constant of these bytes, and its length.
fn constant(bytes: &[u8]) -> Option<(Constant<'_>, usize)> {
    let number = |at: usize| Some(u16::from_be_bytes([*bytes.get(at)?, *bytes.get(at + 1)?]));
    Some(match *bytes.first()? {
        1 => {
            let length = usize::from(number(1)?);
            (Constant::Text(bytes.get(3..3 + length)?), 3 + length)
        }
        7 => (Constant::Class(number(1)?), 3),
        9..=11 => (Constant::Member(number(1)?, number(3)?), 5),
        12 => (Constant::NameAndType(number(1)?), 5),
        3 | 4 | 17 | 18 => (Constant::Other, 5),
        5 | 6 => (Constant::Other, 9),
        8 | 16 | 19 | 20 => (Constant::Other, 3),
        15 => (Constant::Other, 4),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A class file with these constants.
    fn file(constants: &[&[u8]]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([0, 0, 0, 61]);
        bytes.extend((constants.len() as u16 + 1).to_be_bytes());
        bytes.extend(constants.concat());
        bytes
    }

    fn text(text: &str) -> Vec<u8> {
        [&[1, 0, text.len() as u8], text.as_bytes()].concat()
    }

    #[test]
    fn the_names_of_classes_and_methods_are_found() {
        let reflect = text("java/lang/reflect/Method");
        let inside = text("jp/ac/washi/quinte/core/Engine");
        let api = text("jp/ac/washi/quinte/api/Player");
        let file = file(&[
            &reflect,
            &[7, 0, 1],
            &inside,
            &[7, 0, 3],
            &api,
            &[7, 0, 5],
            &text("java/lang/Class"),
            &[7, 0, 7],
            &text("forName"),
            &[12, 0, 9, 0, 9],
            &[10, 0, 8, 0, 10],
        ]);
        let found: Vec<String> = inspect(&file)
            .iter()
            .map(|finding| finding.problem.get(gyoji_core::Lang::En).to_owned())
            .collect();
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found[0].contains("reflect") && found[1].contains("core.Engine"), "{found:?}");
        assert!(found[2].starts_with("Class.forName"), "{found:?}");
    }

    #[test]
    fn damaged_files_do_no_harm() {
        let whole = file(&[&text("java/lang/reflect/Method"), &[7, 0, 1]]);
        for length in 0..whole.len() {
            inspect(&whole[..length]);
        }
        assert!(inspect(b"hello").is_empty());
        assert!(inspect(&file(&[&[7, 0xff, 0xff]])).is_empty());
    }
}
