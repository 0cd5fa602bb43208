"""Silent until the time is up; then one line after the other."""
import time

from keeper import plain_question, say

move = plain_question()
time.sleep(0.33)
while True:
    say(move)
    time.sleep(0.02)
