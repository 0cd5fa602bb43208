"""Runs another program, and writes down every byte it reads from stdin.

    logged.py FOLDER SCRIPT

In FOLDER, `stdin` is what was read and `starts` has a line for each time it was started.
"""

import os
import runpy
import sys

folder, script = sys.argv[1:]
with open(os.path.join(folder, "starts"), "a") as starts:
    starts.write(f"{os.getpid()}\n")


class Tee:
    """A stdin that keeps a copy of what it gives."""

    def __init__(self, source, copy):
        self.source, self.copy = source, copy

    def __iter__(self):
        return iter(self.readline, "")

    def readline(self):
        line = self.source.readline()
        self.copy.write(line)
        self.copy.flush()
        return line


sys.stdin = Tee(sys.stdin, open(os.path.join(folder, "stdin"), "a", newline=""))
print("started under", script, file=sys.stderr, flush=True)
runpy.run_path(script, run_name="__main__")
