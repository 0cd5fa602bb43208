"""HighScorePlayer: goes for the small gate of whoever is ahead, the one that is nearer."""

import random

from quinte import PathSearch, start
from road_player import RoadPlayer, enemies, enemyGates


class HighScorePlayer(RoadPlayer):
    def chooseGate(self, info):
        best = max(country.getScore() for country in enemies(info))
        leaders = [country for country in enemies(info) if country.getScore() == best]
        if len(leaders) > 1:
            return random.choice(enemyGates(info))
        map, here = info.getMap(), info.getMySoldier().getLocation()
        gates = [map.getLeftGateLocation(leaders[0]), map.getRightGateLocation(leaders[0])]
        return min(gates, key=lambda gate: len(PathSearch.getReachablePath(map, here, gate)))


if __name__ == "__main__":
    start(HighScorePlayer())
