//! Starting and ending a server.

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::time::interval;

use crate::assets::Assets;
use crate::config::Config;
use crate::crowd::Crowd;
use crate::demo;
use crate::guard::Peer;
use crate::hall::Hall;
use crate::routes::{App, catalog, router};

/// How often it is looked for games to put to sleep, and whether it is time for a demonstration.
const ROUND: Duration = Duration::from_millis(500);
/// How often it is looked what happens in games that others play.
const GLANCE: Duration = Duration::from_millis(100);
/// How long connections may take to end.
const LAST_WAIT: Duration = Duration::from_millis(500);

/// A server that listens, and answers once it is started.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    hall: Arc<Hall>,
    trouble: Option<gyoji_store::Trouble>,
}

/// A server that answers, until it is stopped or dropped.
#[derive(Debug)]
pub struct Running {
    addr: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Listens on an address; port 0 is any free one.
    pub fn bind(addr: impl ToSocketAddrs, config: Config) -> io::Result<Server> {
        let listener = TcpListener::bind(addr)?;
        listener.set_nonblocking(true)?;
        let (hall, trouble) = Hall::new(config);
        Ok(Server { listener, hall, trouble })
    }

    /// Where it listens.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Why games cannot be kept, if they cannot.
    pub fn trouble(&mut self) -> Option<gyoji_store::Trouble> {
        self.trouble.take()
    }

    /// Begins to answer, in threads of its own.
    pub fn start(self) -> io::Result<Running> {
        let addr = self.local_addr()?;
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        let runtime = runtime.enable_all().worker_threads(2).thread_name("web").build()?;
        let listener = {
            let _inside = runtime.enter();
            tokio::net::TcpListener::from_std(self.listener)?
        };
        let (stop, stopped) = oneshot::channel();
        let hall = self.hall;
        let thread = std::thread::Builder::new().name("serve".into());
        let thread = thread.spawn(move || run(runtime, listener, &hall, stopped))?;
        Ok(Running { addr, stop: Some(stop), thread: Some(thread) })
    }
}

fn run(
    runtime: Runtime,
    listener: tokio::net::TcpListener,
    hall: &Arc<Hall>,
    stopped: oneshot::Receiver<()>,
) {
    let catalog = Arc::default();
    let app = App { hall: Arc::clone(hall), assets: Arc::new(Assets::new()), catalog };
    let known = Arc::clone(&app.catalog);
    runtime.spawn_blocking(move || known.get_or_init(catalog::all).is_null());
    let service = router(app).into_make_service_with_connect_info::<Peer>();
    let crowd = Crowd::new(listener, hall.config.limits);
    runtime.spawn(keep_house(Arc::clone(hall)));
    if !hall.config.watch.is_empty() {
        runtime.spawn(listen(Arc::clone(hall)));
    }
    let waiting = Arc::clone(hall);
    runtime.spawn_blocking(move || waiting.catch_up());
    runtime.block_on(async {
        tokio::select! {
            served = axum::serve(crowd, service) => drop(served),
            _ = stopped => {}
        }
    });
    hall.close();
    runtime.shutdown_timeout(LAST_WAIT);
}

/// Hears what happens in games that others play.
async fn listen(hall: Arc<Hall>) {
    let mut glances = interval(GLANCE);
    loop {
        glances.tick().await;
        let hall = Arc::clone(&hall);
        let _ = tokio::task::spawn_blocking(move || hall.listen()).await;
    }
}

/// Does what has to be done now and then.
async fn keep_house(hall: Arc<Hall>) {
    let mut rounds = interval(ROUND);
    loop {
        rounds.tick().await;
        let hall = Arc::clone(&hall);
        let _ = tokio::task::spawn_blocking(move || {
            hall.tidy();
            demo::begin(&hall);
        })
        .await;
    }
}

impl Running {
    /// Where it listens.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Ends it: games that run are put to sleep, connections are closed.
    pub fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

/// The addresses of this machine at which others in its networks reach it.
pub fn lan_addresses() -> Vec<IpAddr> {
    let all = if_addrs::get_if_addrs().unwrap_or_default();
    let mut found: Vec<IpAddr> = all
        .into_iter()
        .filter(|interface| !interface.is_loopback() && !interface.is_link_local())
        .map(|interface| interface.ip())
        .collect();
    // What people can type comes first.
    found.sort_by_key(|ip| (ip.is_ipv6(), *ip));
    found.dedup();
    found
}
