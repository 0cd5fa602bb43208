//! `gyoji serve`: the arena in the browser.

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use fast_qr::QRBuilder;
use gyoji_core::Lang;
use gyoji_league::records;
use gyoji_store::Location;
use gyoji_web::{Config, Server, lan_addresses};
use gyoji_words::{server as server_words, web as words};

use crate::args;
use crate::failure::{FAILED, Failure};
use crate::interrupt;
use crate::screen;

/// The port if nobody says another, and how many after it are tried.
const USUAL_PORT: u16 = 8080;
const TRIED: u16 = 20;
/// How often Ctrl-C is looked for.
const GLANCE: Duration = Duration::from_millis(50);

pub fn run(args: &args::Serve, lang: Lang) -> Result<ExitCode, Failure> {
    if args.lan && args.host.is_some() {
        return Err(Failure::usage_text(words::lan_only_any()));
    }
    super::allow_many_sockets();
    let host = match &args.host {
        Some(host) => host.trim_matches(['[', ']']).to_owned(),
        None if args.lan => "0.0.0.0".to_owned(),
        None => "127.0.0.1".to_owned(),
    };
    if let Some(missing) = args.watch.iter().find(|folder| !folder.is_dir()) {
        return Err(Failure::usage_text(words::no_watch(missing.display())));
    }
    let config = config(args, &host);
    let (mut server, addr) = listen(args.port, &host, &config, lang)?;
    if let Some(trouble) = server.trouble() {
        // What somebody has asked for is there or an error; the usual place can be missing.
        if args.data.is_some() {
            return Err(trouble.into());
        }
        let text = words::cannot_keep(trouble.text.get(lang));
        screen::say(&format!("gyoji: {}", screen::clean(text.get(lang))));
    }
    let trouble = |error| Failure {
        code: FAILED,
        text: server_words::cannot_listen(addr, gyoji_words::system::said(&error)),
    };
    let running = server.start().map_err(trouble)?;
    interrupt::listen(|| ());
    announce(addr, args.lan, lang)?;
    if args.open {
        open(&format!("http://{}/", reachable(addr)));
    }
    while !interrupt::is_asked() {
        std::thread::sleep(GLANCE);
    }
    running.stop();
    screen::say(words::bye().get(lang));
    Ok(ExitCode::SUCCESS)
}

fn config(args: &args::Serve, host: &str) -> Config {
    // Where servers kept their games before they had a store.
    let old = records::default_folder().map(|folder| folder.with_file_name("web"));
    let mut names: Vec<String> = Vec::new();
    if host.parse::<IpAddr>().is_err() {
        names.push(host.to_owned());
    }
    let machine = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    if let (true, Some(name)) = (args.lan, machine.split_whitespace().next()) {
        names.extend([name.to_owned(), format!("{name}.local")]);
    }
    Config {
        names,
        data: args.data.clone().or_else(Location::usual),
        old: old.into_iter().filter(|_| args.data.is_none()).collect(),
        watch: args.watch.clone(),
        demo: !args.no_demo,
        open_talk: args.open_talk,
        ..Config::default()
    }
}

/// A server on the port that was asked for, or on the first free one.
fn listen(
    port: Option<u16>,
    host: &str,
    config: &Config,
    lang: Lang,
) -> Result<(Server, SocketAddr), Failure> {
    let ports = match port {
        Some(port) => vec![port],
        None => (USUAL_PORT..USUAL_PORT + TRIED).chain([0]).collect(),
    };
    let mut result = Err(std::io::ErrorKind::AddrInUse.into());
    for &port in &ports {
        result = Server::bind((host, port), config.clone())
            .and_then(|server| server.local_addr().map(|addr| (server, addr)));
        match &result {
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {}
            _ => break,
        }
    }
    let wanted = format!("{host}:{}", ports[0]);
    let (server, addr) = result.map_err(|error| Failure {
        code: FAILED,
        text: server_words::cannot_listen(wanted, gyoji_words::system::said(&error)),
    })?;
    if ports.len() > 1 && addr.port() != USUAL_PORT {
        screen::say(words::port_taken(USUAL_PORT, addr.port()).get(lang));
    }
    Ok((server, addr))
}

/// Where somebody at this machine finds the server.
fn reachable(addr: SocketAddr) -> SocketAddr {
    match addr.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => {
            (std::net::Ipv4Addr::LOCALHOST, addr.port()).into()
        }
        IpAddr::V6(ip) if ip.is_unspecified() => {
            (std::net::Ipv6Addr::LOCALHOST, addr.port()).into()
        }
        _ => addr,
    }
}

/// Prints the address, or all that others in the network can use, with a code for the first.
fn announce(addr: SocketAddr, lan: bool, lang: Lang) -> Result<(), Failure> {
    let lan = if lan { lan_addresses() } else { Vec::new() };
    let mut urls: Vec<String> =
        lan.iter().map(|ip| format!("http://{}/", SocketAddr::new(*ip, addr.port()))).collect();
    // An address of the other family is not listened on.
    urls.retain(|url| addr.is_ipv6() || !url.contains('['));
    let first = urls.first().cloned();
    urls.push(format!("http://{}/", reachable(addr)));
    let mut stdout = std::io::stdout().lock();
    let printed = stdout.write_all(format!("{}\n", urls.join("\n")).as_bytes());
    printed.and_then(|()| stdout.flush()).map_err(|error| Failure::stdout(&error))?;
    if let Some(url) = first {
        screen::say(words::lan_hint().get(lang));
        if let Ok(code) = QRBuilder::new(url).build() {
            screen::say(&code.to_str());
        }
    } else if addr.ip().is_unspecified() {
        screen::say(words::no_lan().get(lang));
    }
    screen::say(words::serving_hint().get(lang));
    Ok(())
}

/// Opens a page in whatever browser there is. If there is none, the address has been printed.
fn open(url: &str) {
    for opener in ["xdg-open", "open", "wslview"] {
        let mut command = Command::new(opener);
        let command = command.arg(url).stdin(Stdio::null()).stdout(Stdio::null());
        if command.stderr(Stdio::null()).spawn().is_ok() {
            return;
        }
    }
}
