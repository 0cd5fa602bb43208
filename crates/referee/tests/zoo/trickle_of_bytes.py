"""One byte at a time: its line is never whole."""
import time

from keeper import plain_question, raw

plain_question()
while True:
    raw(b"m")
    time.sleep(0.02)
