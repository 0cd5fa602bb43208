package jp.ac.washi.quinte.api;

/** A soldier. */
public final class SoldierInfo {
    private final GameInfo game;
    private final CountryInfo owner;
    Point location = new Point(0, 0);

    SoldierInfo(GameInfo game, CountryInfo owner) {
        this.game = game;
        this.owner = owner;
    }

    public Point getLocation() {
        return location;
    }

    public CountryInfo getOwner() {
        return owner;
    }

    /** Whether it is a super soldier, whose attacks count double. */
    public boolean isSuper() {
        return game.getTime() >= game.getSuperTime();
    }
}
