"""Keeps every processor busy, itself waiting for one, and makes remarks: that is no answer."""
import os

from keeper import plain_question, say

plain_question()
for _ in range(3):
    if os.fork() == 0:
        while True:
            pass
while True:
    for _ in range(300000):
        pass
    say("info still thinking")
