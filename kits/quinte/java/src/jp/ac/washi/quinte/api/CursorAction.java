package jp.ac.washi.quinte.api;

/** An order to the cursor. The position is that of the top left of its four tiles. */
public final class CursorAction {
    private final RotateType type;
    private final Point location;

    public CursorAction(RotateType type, int x, int y) {
        this(type, new Point(x, y));
    }

    public CursorAction(RotateType type, Point location) {
        this.type = type;
        this.location = location;
    }

    /** Turns the tiles where the cursor is. */
    public CursorAction(RotateType type) {
        this(type, null);
    }

    public RotateType getType() {
        return type;
    }

    /** The position; null if the cursor stays where it is. */
    public Point getLocation() {
        return location;
    }

    public int getX() {
        return location.x;
    }

    public int getY() {
        return location.y;
    }

    @Override
    public String toString() {
        return type + (location == null ? "" : location.toString());
    }
}
