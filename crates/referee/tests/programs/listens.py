"""A player that listens on a port of its own choice, and says on stdout which.

    listens.py [GAMES]

It speaks `plain`, and hangs up after the question of game GAMES, if that is given.
"""

import socket
import sys

most = int(sys.argv[1]) if len(sys.argv) > 1 else None
games = 0
with socket.create_server(("127.0.0.1", 0)) as server:
    print(server.getsockname()[1], flush=True)
    while True:
        connection, _ = server.accept()
        legal = []
        with connection, connection.makefile("rw", newline="\n") as stream:
            for line in stream:
                word, _, rest = line.strip().partition(" ")
                if word == "gyoji":
                    games += 1
                    print("ready legal", file=stream, flush=True)
                elif word == "legal":
                    legal = rest.split(" | ")
                elif word == "go":
                    if games == most:
                        break
                    print("move", rest.split()[0], legal[-1], file=stream, flush=True)
