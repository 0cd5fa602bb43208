"""Plays well, but neither hears that the game is over nor that its stdin is closed."""
from keeper import play_well, sleep

play_well()
sleep()
