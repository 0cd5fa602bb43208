"""What the programs here share: each tries one thing, says on stderr how it went, and plays on."""
import ctypes
import sys


def plain_questions():
    legal = []
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "gyoji":
            print("ready legal", flush=True)
        elif word == "legal":
            legal = rest.split(" | ")
        elif word == "go":
            yield rest.split()[0], legal


def call(number, *arguments):
    """A system call: what it gives, or the error below zero."""
    libc = ctypes.CDLL(None, use_errno=True)
    given = libc.syscall(number, *arguments)
    return given if given >= 0 else -ctypes.get_errno()


def play(trials):
    """Tries what the command line says at the first question."""
    # A file that the command line names may be read, so paths come with a mark before them.
    what, arguments = sys.argv[1], [word.removeprefix("@") for word in sys.argv[2:]]
    for number, legal in plain_questions():
        if what:
            try:
                print(f"{what}: {trials[what](*arguments)}", file=sys.stderr, flush=True)
            except Exception as error:
                if what == "raise":
                    raise
                print(f"{what} failed: {error!r}", file=sys.stderr, flush=True)
            what = ""
        print(f"move {number} {legal[0]}", flush=True)
