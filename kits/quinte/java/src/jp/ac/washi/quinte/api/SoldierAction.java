package jp.ac.washi.quinte.api;

/** Where the soldier goes. */
public enum SoldierAction {
    UP,
    DOWN,
    RIGHT,
    LEFT,
    NONE;

    /** The action for a direction; NONE for null. */
    public static SoldierAction fromDirection(Direction direction) {
        return direction == null ? NONE : valueOf(direction.name());
    }

    /** The direction of the action; null for NONE. */
    public Direction toDirection() {
        return this == NONE ? null : Direction.valueOf(name());
    }
}
