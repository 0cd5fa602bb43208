"""Writes the number of the turn into its orders, and is late in every third turn.

In turn N the cursor goes to N mod 16, N div 16, so that an order that is taken for another turn's
gives itself away. With an argument it leaves in that turn with an error.
"""

import sys
import time

leaves_in = int(sys.argv[1]) if len(sys.argv) > 1 else None
for line in sys.stdin:
    words = line.split()
    if words[0] == "quinte":
        limit = int(words[-1]) / 1000
        print("ready", flush=True)
    elif words[0] == "turn":
        turn = int(words[1])
        if turn == leaves_in:
            raise SystemExit("no idea in turn %d" % turn)
        if turn % 3 == 2:
            time.sleep(limit * 1.5)
        print("order", turn, "NONE", turn % 16, turn // 16, "NONE", flush=True)
