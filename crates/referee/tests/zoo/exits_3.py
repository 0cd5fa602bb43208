"""Gives up with a code of its own, and says why."""
import sys

from keeper import judge_question

judge_question()
print("cannot find my weights", file=sys.stderr)
sys.exit(3)
