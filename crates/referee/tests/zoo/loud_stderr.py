"""13 MB to stderr before its first move; otherwise plays well."""
import os

from keeper import plain_questions, say

for number, legal in plain_questions():
    if number == "0":
        for _ in range(13):
            os.write(2, b"score 0.123456\n" * 70000)
    say(f"move {number} {legal[0]}")
