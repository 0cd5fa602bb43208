"""The skeleton of an AI: gives no orders. Begin here."""

from quinte import Player, SoldierAction, start


class Skeleton(Player):
    def nextCursorAction(self, info):
        return None

    def nextSoldierAction(self, info):
        return SoldierAction.NONE


if __name__ == "__main__":
    start(Skeleton())
