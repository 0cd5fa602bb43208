package jp.ac.washi.quinte.api;

/** A cell of the map. */
public final class TileInfo {
    private final MapInfo map;
    private final Point location;
    private final TileType type;
    CountryInfo owner;

    TileInfo(MapInfo map, Point location, TileType type, CountryInfo owner) {
        this.map = map;
        this.location = location;
        this.type = type;
        this.owner = owner;
    }

    public Point getLocation() {
        return location;
    }

    public TileType getType() {
        return type;
    }

    /** The country whose colour the tile has, or whose gate it is; null for gray tiles and the wall. */
    public CountryInfo getOwner() {
        return owner;
    }

    public boolean isGate() {
        return type == TileType.BIG_GATE || type == TileType.SMALL_GATE;
    }

    /** Whether it is a tile, and no soldier stands on it. */
    public boolean isRotatable() {
        return type == TileType.ROAD && !map.hasSoldier(location);
    }

    /** Whether your soldier may go there: a tile of your colour, or a gate of somebody else. */
    public boolean isMovable() {
        boolean mine = owner == map.country(0);
        return type == TileType.ROAD ? mine : isGate() && !mine;
    }
}
