package jp.ac.washi.quinte.api;

/** A cell of the map: x to the right, y down, (0, 0) in the top left corner. */
public final class Point {
    public final int x;
    public final int y;

    public Point(int x, int y) {
        this.x = x;
        this.y = y;
    }

    public static Point create(int x, int y) {
        return new Point(x, y);
    }

    public Point add(Point other) {
        return new Point(x + other.x, y + other.y);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Point && ((Point) other).x == x && ((Point) other).y == y;
    }

    @Override
    public int hashCode() {
        return 31 * x + y;
    }

    @Override
    public String toString() {
        return "(" + x + "," + y + ")";
    }
}
