"""Tries one thing that a sandbox must not let it do, says on stderr how it went, and plays on."""
import ctypes
import mmap
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time

from player import call, play


def tcp(port, protocol=0):
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, protocol) as s:
        s.settimeout(2)
        s.connect(("127.0.0.1", int(port)))
        s.sendall(b"hello")


def udp(port):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        s.sendto(b"hello", ("127.0.0.1", int(port)))


def unix(path):
    with socket.socket(socket.AF_UNIX) as s:
        s.connect("\0" + path[1:] if path.startswith("@") else path)


def write(path):
    with open(path, "w") as file:
        file.write("spoilt")


def through_a_link(path):
    """A file outside by a symbolic link among the temporary ones, and by a name with dots."""
    folder = os.environ.get("TMPDIR", "/tmp")
    link = f"{folder}/link-{os.getpid()}"
    os.symlink(path, link)
    try:
        return open(link).read()
    except OSError:
        return open("/proc/self/root/" + "../" * 9 + path.lstrip("/")).read()


def link(path):
    """A second name for a file outside, where one may write."""
    name = os.path.dirname(path) + "/link"
    os.link(path, name)
    with open(name, "a") as file:
        file.write("spoilt")


def renice(pid):
    os.setpriority(os.PRIO_PROCESS, int(pid), 19)


def memory():
    kept = []
    while True:
        kept.append(bytearray(os.urandom(4096) * 4096))


def children_with_memory():
    for _ in range(8):
        if os.fork() == 0:
            kept = bytearray(os.urandom(4096) * (60 << 8))
            time.sleep(60)
            del kept
    time.sleep(60)


def memfd():
    kept = []
    while True:
        fd = os.memfd_create("bomb")
        kept.append(fd)
        os.write(fd, b"x" * (64 << 20))


def forks():
    while True:
        try:
            if os.fork() == 0:
                pass
        except OSError:
            time.sleep(0.01)


def disk():
    folder = os.environ.get("TMPDIR", "/tmp")
    number = 0
    while True:
        with open(f"{folder}/{number}", "wb") as file:
            file.write(b"x" * (8 << 20))
        number += 1


def old_call():
    """getpid the way programs of 32 bits call the kernel."""
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")
    address = ctypes.addressof(ctypes.c_char.from_buffer(code))
    return ctypes.CFUNCTYPE(ctypes.c_int)(address)()


def works():
    """Everything that a program may do."""
    import tempfile
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"x" * 1000)
    thread = threading.Thread(target=lambda: None)
    thread.start()
    thread.join()
    assert subprocess.run(["/bin/sh", "-c", "exit 7"]).returncode == 7
    with open("/dev/null", "w") as null:
        null.write("x")
    child = subprocess.Popen(["sleep", "60"])
    child.kill()
    assert child.wait() == -9
    a, b = socket.socketpair()
    a.sendall(b"x")
    assert b.recv(1) == b"x"
    import multiprocessing
    worker = multiprocessing.Process(target=abs, args=(1,))
    worker.start()
    worker.join()
    assert worker.exitcode == 0
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.close()


def pool():
    """Locks between processes lie in /dev/shm."""
    import multiprocessing
    with multiprocessing.Pool(2) as pool:
        return pool.map(abs, [-1, -2])


def fds():
    """What it has inherited; one more is open while it looks."""
    return sorted(int(fd) for fd in os.listdir("/proc/self/fd"))[:-1]


def supervisor():
    """Whatever can be had of whoever has started it."""
    got = []
    for name in ("environ", "mem", "maps", "fd", "root", "cwd"):
        path = f"/proc/{os.getppid()}/{name}"
        try:
            if name == "mem":
                open(path, "rb").read(1)
            elif os.path.isdir(path):
                os.listdir(path)
            elif not open(path, "rb").read():
                continue
            got.append(name)
        except OSError:
            pass
    return got


def shared():
    """Memory that is out of sight but not given back."""
    kept = []
    try:
        while True:
            part = mmap.mmap(-1, 32 << 20)
            for page in range(0, 32 << 20, 4096):
                part[page] = 1
            part.madvise(mmap.MADV_DONTNEED)
            kept.append(part)
    except OSError as error:
        return f"{32 * len(kept)} MB, {error}"


def unlinked():
    """Files that lie in no folder any more."""
    folder = os.environ.get("TMPDIR", "/tmp")
    kept = []
    while True:
        file = open(f"{folder}/gone", "wb")
        os.unlink(f"{folder}/gone")
        file.write(b"x" * (8 << 20))
        file.flush()
        kept.append(file)


def deep():
    """Files below a path that is too long to be looked at."""
    os.chdir(os.environ.get("TMPDIR", "/tmp"))
    for _ in range(3000):
        os.mkdir("a" * 200)
        os.chdir("a" * 200)
    number = 0
    while True:
        with open(str(number), "wb") as file:
            file.write(b"x" * (8 << 20))
        number += 1


def sockets():
    """The kernel's memory for what nobody reads."""
    for _ in range(16):
        if os.fork() == 0:
            break
    kept = []
    while True:
        try:
            a, b = socket.socketpair()
        except OSError:
            time.sleep(60)
        a.setblocking(False)
        kept += [a, b]
        try:
            while True:
                a.send(b"x" * 65536)
        except BlockingIOError:
            pass


def forks_apart():
    """Each in a session of its own, and nobody's child."""
    while True:
        try:
            if os.fork() == 0:
                os.setsid()
                if os.fork() != 0:
                    os._exit(0)
        except OSError:
            time.sleep(0.01)


def spin():
    """Three who use the processor, and many who have."""
    for _ in range(2):
        if os.fork() == 0:
            break
    while True:
        if os.fork() == 0:
            end = time.process_time() + 0.2
            while time.process_time() < end:
                pass
            os._exit(0)
        os.wait()


def own_folder():
    """Its own program, which it may read."""
    said = []
    fd = os.open(__file__, os.O_RDONLY)
    for trial in (
        lambda: os.fchmod(fd, 0o777),
        lambda: os.chmod(__file__, 0o777),
        lambda: os.rename(__file__, __file__ + ".old"),
        lambda: open(__file__, "a").write("# spoilt"),
        lambda: open(os.path.dirname(__file__) + "/new", "w").close(),
        lambda: open(f"/proc/self/fd/{fd}", "a").write("# spoilt"),
    ):
        try:
            said.append(trial())
        except OSError as error:
            said.append(error.errno)
    return said


def type_into_terminal():
    import fcntl
    import termios
    try:
        fcntl.ioctl(0, termios.TIOCSTI, b"x")
    except OSError as error:
        return error.errno


def privileges():
    lines = open("/proc/self/status").read().split("\n")
    found = dict(line.split(":\t") for line in lines if ":\t" in line)
    limits = [resource.getrlimit(it)[1] for it in (resource.RLIMIT_NPROC, resource.RLIMIT_AS)]
    return found["NoNewPrivs"], os.getuid() == 0, found["Seccomp"], limits


TRIALS = {
    "fds": fds,
    "supervisor": supervisor,
    "x32": lambda: call(0x40000000 | 39),
    "shared": shared,
    "unlinked": unlinked,
    "deep": deep,
    "sockets": sockets,
    "forks_apart": forks_apart,
    "spin": spin,
    "own_folder": own_folder,
    "type_into_terminal": type_into_terminal,
    "privileges": privileges,
    "tcp": tcp,
    "mptcp": lambda port: tcp(port, 262),
    "udp": udp,
    "unix": unix,
    "read": lambda path: open(path).read(),
    "write": write,
    "truncate": lambda path: os.truncate(path, 0),
    "chmod": lambda path: os.chmod(path, 0),
    "remove": os.remove,
    "rename": lambda path: os.rename(path, path + ".gone"),
    "link": link,
    "through_a_link": through_a_link,
    "kill": lambda pid: os.kill(int(pid), signal.SIGKILL),
    "stop": lambda pid: os.kill(int(pid), signal.SIGSTOP),
    "all": lambda: os.kill(-1, signal.SIGCONT),
    "ptrace": lambda pid: call(101, 16, int(pid), 0, 0),
    "memory_of": lambda pid: open(f"/proc/{pid}/mem", "rb").read(1),
    "environ_of": lambda pid: open(f"/proc/{pid}/environ").read(),
    "prlimit": lambda pid: resource.prlimit(int(pid), resource.RLIMIT_NOFILE, (5, 5)),
    "renice": renice,
    "unshare": lambda: call(272, 0x10000000),
    "mount": lambda: call(165, b"x", b"/tmp", b"tmpfs", 0, 0),
    "keyctl": lambda: call(250, 0, -3, 1),
    "io_uring": lambda: call(425, 8, ctypes.create_string_buffer(256)),
    "bpf": lambda: call(321, 0, 0, 0),
    "memory": memory,
    "children_with_memory": children_with_memory,
    "memfd": memfd,
    "forks": forks,
    "disk": disk,
    "old_call": old_call,
    "works": works,
    "pool": pool,
    "env": lambda name: os.environ[name],
    "caps": lambda: [line for line in open("/proc/self/status") if line.startswith("CapEff")],
    "limit": lambda: resource.getrlimit(resource.RLIMIT_NPROC),
    "raise": lambda path: open(path),
}

play(TRIALS)
