"""Ends its lines as another system does, which is fine."""
import sys

from keeper import play_well

sys.stdout.reconfigure(newline="\r\n")
play_well()
