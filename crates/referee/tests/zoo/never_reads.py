"""Is ready, and never reads a word."""
from keeper import say, sleep

say("ready")
sleep()
