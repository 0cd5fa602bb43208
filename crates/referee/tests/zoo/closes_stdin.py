"""Is ready, and wants to hear no more."""
import os

from keeper import say, sleep

os.close(0)
say("ready")
sleep()
