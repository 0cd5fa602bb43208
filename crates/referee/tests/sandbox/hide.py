"""Tries to hide from whoever counts, or to reach others by ways that few think of."""
import ctypes
import fcntl
import mmap
import os
import shutil
import signal
import socket
import sys
import threading
import time

from player import call, play

TMP = os.environ.get("TMPDIR", "/tmp")


def datagram(path):
    """A pair of sockets, one of which writes to somebody else's."""
    ours, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    ours.sendto(b"hello", path)


def own_signal(pid):
    """A signal by way of a pipe whose owner is somebody else."""
    reader, writer = os.pipe()
    fcntl.fcntl(reader, fcntl.F_SETOWN, int(pid))
    fcntl.fcntl(reader, 10, signal.SIGKILL)
    fcntl.fcntl(reader, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
    os.write(writer, b"x")


def shared_memory(number):
    """Memory of somebody else, by its number."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.shmat.restype = ctypes.c_void_p
    address = libc.shmat(int(number), None, 0o10000)
    if address in (None, ctypes.c_void_p(-1).value):
        raise OSError(ctypes.get_errno(), "shmat")
    return ctypes.string_at(address, 12)


def link_in(path):
    """A file outside under a name among its own, where it may write."""
    name = f"{TMP}/mine"
    for way in (os.link, os.rename):
        try:
            way(path, name)
            return open(name).read()
        except OSError:
            pass
    raise PermissionError(path)


def others():
    """What it can do to anybody else there is: their streams, files, memory, life."""
    got = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        if int(pid) in (os.getpid(), os.getppid()):
            continue
        for name in ("environ", "mem", "maps", "cwd", "root", "fd/0", "fd/1", "fd/2"):
            path = f"/proc/{pid}/{name}"
            try:
                if name in ("cwd", "root"):
                    os.listdir(path)
                elif name.startswith("fd/"):
                    os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))
                elif not open(path, "rb").read(1):
                    continue
                got.append(path)
            except OSError:
                pass
        try:
            os.kill(int(pid), 0)
            got.append(f"kill {pid}")
        except OSError:
            pass
    return got


def calls():
    """System calls for which there is no honest use: what each gives."""
    buffer = ctypes.create_string_buffer(256)
    tried = {
        "open_by_handle_at": call(304, -100, buffer, 0),
        "name_to_handle_at": call(303, -100, b"/", buffer, buffer, 0),
        "userfaultfd": call(323, 1),
        "process_vm_readv": call(310, os.getppid(), buffer, 1, buffer, 1, 0),
        "pidfd_open": call(434, os.getppid(), 0),
        "pidfd_getfd": call(438, 0, 0, 0),
        "perf_event_open": call(298, buffer, 0, -1, -1, 0),
        "clone3": call(435, buffer, 88),
        "setns": call(308, 0, 0),
        "mq_open": call(240, b"queue", os.O_CREAT | os.O_RDWR, 0o600, 0),
        "memfd_secret": call(447, 0),
        "add_key": call(248, b"user", b"name", b"word", 4, -3),
        "netlink": call(41, 16, 3, 0),
        "packet": call(41, 17, 3, 0),
        "vsock": call(41, 40, 1, 0),
        "tipc": call(53, 30, 1, 0, buffer),
        "bind": call(49, 0, b"\1\0\0name", 7),
        "inotify": call(254, call(294, 0), b"/", 0xFFF),
        "lease": call(72, os.open(__file__, os.O_RDONLY), 1024, 1),
        "ioprio": call(251, 3, 0, 3 << 13),
        "realtime": call(144, 0, 1, ctypes.byref(ctypes.c_int(1))),
        "semget": call(64, 0, 1, 0o1600),
        "msgget": call(68, 0, 0o1600),
        "shmctl": call(31, 0, 14, buffer),
        "unlink_queue": call(241, b"queue"),
    }
    return sorted(name for name, given in tried.items() if given >= 0)


def fill(megabytes):
    """Memory that is used and kept."""
    return [bytearray(os.urandom(4096) * 2560) for _ in range(megabytes // 10)]


def first_thread_leaves():
    """A process whose first thread is gone looks as if it had nothing."""
    def eat():
        kept = fill(600)
        time.sleep(5)
        os.write(2, b"nobody has seen 600 MB\n")
        os._exit(len(kept))
    threading.Thread(target=eat).start()
    call(60, 0)


def page_tables():
    """Memory that holds nothing, and needs much to say where that is."""
    step, steps = 2 << 20, 150_000
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000
    empty = mmap.mmap(-1, step * steps, flags=flags, prot=mmap.PROT_READ)
    empty.madvise(15)  # no huge pages
    read = sum(empty[at] for at in range(0, step * steps, step))
    time.sleep(2)
    return f"nobody has seen {read + steps * 4 >> 10} MB"


def cannot_be_read():
    """Children that nobody may look into, since their program may not be read."""
    program = f"{TMP}/python"
    with os.fdopen(os.open(program, os.O_CREAT | os.O_WRONLY, 0o111), "wb") as file:
        shutil.copyfileobj(open(os.path.realpath(sys.executable), "rb"), file)
    code = "import os, time; kept = bytearray(os.urandom(4096) * 20480); time.sleep(4)"
    children = [os.spawnv(os.P_NOWAIT, program, ["python", "-c", code]) for _ in range(6)]
    codes = [os.waitpid(child, 0)[1] for child in children]
    return f"nobody has seen 480 MB, {codes}"


def files_without_end():
    """Files with nothing in them."""
    for number in range(1_000_000):
        os.close(os.open(f"{TMP}/{number}", os.O_CREAT | os.O_WRONLY))
    return "a million files"


def on_their_way():
    """Files without a name, in a socket that nobody reads."""
    ours, theirs = socket.socketpair()
    for _ in range(30):
        file = os.open(f"{TMP}/gone", os.O_CREAT | os.O_WRONLY)
        os.unlink(f"{TMP}/gone")
        os.write(file, b"x" * (8 << 20))
        socket.send_fds(ours, [b"x"], [file])
        os.close(file)
    time.sleep(1)
    return f"nobody has seen 240 MB, {theirs}"


def files_of_a_thread():
    """Files without a name, open in one thread alone."""
    said = []

    def keep():
        said.append(call(436, 1000, 1001, 2))
        for number in range(30 if said[0] == 0 else 0):
            file = os.open(f"{TMP}/gone{number}", os.O_CREAT | os.O_WRONLY)
            os.unlink(f"{TMP}/gone{number}")
            os.write(file, b"x" * (8 << 20))
        time.sleep(1)
    thread = threading.Thread(target=keep)
    thread.start()
    thread.join()
    return f"nobody has seen 240 MB: {said}" if said == [0] else f"refused {said}"


def few_sockets():
    """The kernel's memory for what nobody reads, of one process."""
    kept = []
    for _ in range(480):
        pair = socket.socketpair()
        for end in pair:
            end.setblocking(False)
            try:
                end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
            except OSError:
                pass
            try:
                while True:
                    end.send(b"x" * 4096)
            except BlockingIOError:
                pass
        kept.append(pair)
    time.sleep(2)
    return f"nobody has seen {len(kept)} pairs"


play({
    "datagram": datagram,
    "own_signal": own_signal,
    "shared_memory": shared_memory,
    "link_in": link_in,
    "others": others,
    "calls": calls,
    "first_thread_leaves": first_thread_leaves,
    "page_tables": page_tables,
    "cannot_be_read": cannot_be_read,
    "files_without_end": files_without_end,
    "on_their_way": on_their_way,
    "files_of_a_thread": files_of_a_thread,
    "few_sockets": few_sockets,
})
