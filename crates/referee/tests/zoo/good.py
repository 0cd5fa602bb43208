"""The only tame one: plays game after game."""
from keeper import play_well

play_well()
