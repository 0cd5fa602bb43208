"""Says something all the time, before the deadline and after it, but no move."""
import time

from keeper import plain_question, say

plain_question()
while True:
    say("info still thinking")
    time.sleep(0.02)
