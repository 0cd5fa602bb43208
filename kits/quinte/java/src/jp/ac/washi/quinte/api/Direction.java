package jp.ac.washi.quinte.api;

/** A way to go. */
public enum Direction {
    RIGHT(1, 0),
    UP(0, -1),
    LEFT(-1, 0),
    DOWN(0, 1);

    private final Point step;

    Direction(int x, int y) {
        step = new Point(x, y);
    }

    /** The cell next to a point in this direction. */
    public Point moveFrom(Point point) {
        return point.add(step);
    }
}
