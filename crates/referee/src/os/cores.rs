//! The machine's cores: how many there really are, and keeping a thread to one of them.

use std::collections::BTreeMap;

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The processors this thread may run on, grouped by the core they are part of: two processors of
/// one core share what it can do.
fn cores() -> Vec<Vec<usize>> {
    let Ok(allowed) = sched_getaffinity(None) else { return Vec::new() };
    let mut cores: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
    for cpu in (0..CpuSet::MAX_CPU).filter(|cpu| allowed.is_set(*cpu)) {
        let fact = |name: &str| {
            let path = format!("/sys/devices/system/cpu/cpu{cpu}/topology/{name}");
            std::fs::read_to_string(path).unwrap_or_else(|_| cpu.to_string())
        };
        cores.entry((fact("physical_package_id"), fact("core_id"))).or_default().push(cpu);
    }
    let mut cores: Vec<Vec<usize>> = cores.into_values().collect();
    cores.sort();
    cores
}

/// How many cores this process may use; processors that share a core count once.
pub fn count() -> usize {
    match cores().len() {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        count => count,
    }
}

/// Keeps this thread, and whatever it starts from now on, to one core: the `number`-th, counted
/// around. Where the system does not allow it, nothing changes.
pub fn keep_to(number: usize) {
    let cores = cores();
    let Some(core) = cores.get(number % cores.len().max(1)) else { return };
    let mut set = CpuSet::new();
    core.iter().for_each(|&cpu| set.set(cpu));
    let _ = sched_setaffinity(None, &set);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_keeps_to_its_core_and_no_other_does() {
        let here = || sched_getaffinity(None).unwrap();
        let before = here();
        let kept = std::thread::spawn(move || {
            keep_to(1);
            here()
        });
        let kept = kept.join().unwrap();
        let processors = (0..CpuSet::MAX_CPU).filter(|cpu| kept.is_set(*cpu)).count();
        assert!(processors >= 1 && processors * count() <= before.count() as usize);
        assert!(here() == before, "this thread is as free as before");
    }
}
