package jp.ac.washi.quinte.api;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.Map;
import java.util.function.Predicate;

/** Roads from one cell to another, as directions; empty if there is none. */
public final class PathSearch {
    private PathSearch() {}

    /** A shortest way over tiles of any colour: where a road could be built. */
    public static Direction[] getReachablePath(MapInfo map, Point start, Point goal) {
        return getPath(map, start, goal, Direction.values());
    }

    /** A shortest way over tiles of a country's colour: where its soldier can go now. */
    public static Direction[] getNowReachablePath(MapInfo map, Point start, Point goal, CountryInfo country) {
        return search(map, start, goal, Direction.values(), tile -> tile.getOwner() == country);
    }

    /** A shortest way over tiles of any colour; where there are several, the first directions come first. */
    public static Direction[] getPath(MapInfo map, Point start, Point goal, Direction[] directions) {
        return search(map, start, goal, directions, tile -> true);
    }

    /** The name {@link #getReachablePath} had in the contest's first weeks. */
    public static Direction[] getPath(MapInfo map, Point start, Point goal) {
        return getReachablePath(map, start, goal);
    }

    /** The name {@link #getNowReachablePath} had in the contest's first weeks. */
    public static Direction[] getPath(MapInfo map, Point start, Point goal, CountryInfo country) {
        return getNowReachablePath(map, start, goal, country);
    }

    private static Direction[] search(
            MapInfo map, Point start, Point goal, Direction[] directions, Predicate<TileInfo> isOpen) {
        Map<Point, Direction> cameBy = new HashMap<>();
        Map<Point, Point> cameFrom = new HashMap<>();
        Deque<Point> queue = new ArrayDeque<>();
        cameFrom.put(start, start);
        queue.add(start);
        while (!queue.isEmpty() && !cameFrom.containsKey(goal)) {
            Point at = queue.remove();
            for (Direction direction : directions) {
                Point to = direction.moveFrom(at);
                TileInfo tile = map.getTile(to);
                boolean isRoad = tile != null && tile.getType() == TileType.ROAD && isOpen.test(tile);
                if (!cameFrom.containsKey(to) && (isRoad || to.equals(goal))) {
                    cameBy.put(to, direction);
                    cameFrom.put(to, at);
                    queue.add(to);
                }
            }
        }
        LinkedList<Direction> path = new LinkedList<>();
        for (Point at = goal; cameBy.containsKey(at); at = cameFrom.get(at)) {
            path.addFirst(cameBy.get(at));
        }
        return path.toArray(new Direction[0]);
    }
}
