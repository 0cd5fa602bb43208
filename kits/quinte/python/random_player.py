"""RandomPlayer: goes for a gate drawn by lot."""

import random

from quinte import start
from road_player import RoadPlayer, enemyGates


class RandomPlayer(RoadPlayer):
    def chooseGate(self, info):
        return random.choice(enemyGates(info))


if __name__ == "__main__":
    start(RandomPlayer())
