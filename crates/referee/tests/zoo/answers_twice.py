"""One question, two answers."""
from keeper import judge_question, raw, sleep

raw(judge_question().encode() + b"\nc4\n")
sleep()
