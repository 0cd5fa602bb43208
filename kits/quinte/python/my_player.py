"""あなたのAI。書き換えるのは chooseGate だけです（もっと自由に書くには skeleton.py を見てください）。
Your AI. The only method you need to edit is chooseGate; see skeleton.py for writing all of it yourself."""

from quinte import PathSearch, start
from road_player import RoadPlayer, enemyGates


class MyPlayer(RoadPlayer):
    def chooseGate(self, info):
        """いまは「一番近い門」。/ For now: the nearest gate."""
        map, here = info.getMap(), info.getMySoldier().getLocation()
        return min(enemyGates(info), key=lambda gate: len(PathSearch.getReachablePath(map, here, gate)))


if __name__ == "__main__":
    start(MyPlayer())
