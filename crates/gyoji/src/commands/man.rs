//! `gyoji man`: one manual page with a section for each subcommand.

use std::io::Write;
use std::process::ExitCode;

use clap::Command;
use clap_mangen::Man;
use gyoji_words::Lang;

use crate::args;
use crate::failure::Failure;

pub fn run(lang: Lang) -> Result<ExitCode, Failure> {
    let mut page = Vec::new();
    // Writing to memory cannot fail.
    let _ = write_page(&mut page, lang);
    super::print(&String::from_utf8_lossy(&page))
}

fn write_page(page: &mut Vec<u8>, lang: Lang) -> std::io::Result<()> {
    let mut command = args::command(lang);
    command.build();
    let whole = Man::new(command.clone());
    whole.render_title(page)?;
    whole.render_name_section(page)?;
    whole.render_synopsis_section(page)?;
    whole.render_description_section(page)?;
    whole.render_options_section(page)?;
    let mut waiting: Vec<&Command> = command.get_subcommands().collect();
    waiting.reverse();
    while let Some(sub) = waiting.pop() {
        if sub.get_name() == "help" {
            continue;
        }
        waiting.extend(sub.get_subcommands().collect::<Vec<_>>().into_iter().rev());
        let name = sub.get_bin_name().unwrap_or_else(|| sub.get_name());
        writeln!(page, ".SH \"{}\"", name.to_uppercase())?;
        let mut section = Vec::new();
        let man = Man::new(sub.clone());
        man.render_description_section(&mut section)?;
        man.render_synopsis_section(&mut section)?;
        man.render_options_section(&mut section)?;
        if sub.get_after_help().is_some() || sub.get_after_long_help().is_some() {
            man.render_extra_section(&mut section)?;
            section.extend_from_slice(b".fi\n");
        }
        // Its sections are parts of ours, and lines of a table must not be joined.
        let section = String::from_utf8_lossy(&section)
            .replace(".SH DESCRIPTION\n", "")
            .replace(".SH EXTRA\n", ".SS PLAYERS\n.nf\n")
            .replace(".SH ", ".SS ");
        page.extend_from_slice(section.as_bytes());
    }
    Ok(())
}
