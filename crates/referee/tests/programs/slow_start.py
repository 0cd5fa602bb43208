"""Takes a while to load, and answers at once from then on, but for one answer: the third.

    slow_start.py SECONDS
"""

import sys
import time

time.sleep(float(sys.argv[1]))
for count, line in enumerate(line for line in sys.stdin if line.startswith("MOVE")):
    if count == 2:
        time.sleep(60)
    print(["d3", "c4"][count], flush=True)
