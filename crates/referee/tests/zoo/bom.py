"""The right move after a byte order mark."""
from keeper import judge_question, raw, sleep

raw(b"\xef\xbb\xbf" + judge_question().encode() + b"\n")
sleep()
