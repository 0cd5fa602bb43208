package jp.ac.washi.quinte.api;

import java.util.ArrayList;
import java.util.List;

/** The map. The object stays the same for the whole game and always shows the current map. */
public final class MapInfo {
    /** 15 x 15 tiles, and the wall with the gates around them. */
    static final int SIZE = 17;

    private final CountryInfo[] countries;
    private final TileInfo[][] tiles = new TileInfo[SIZE][SIZE];
    private final SoldierInfo[] soldiers = new SoldierInfo[4];
    private final Point[] cursors = new Point[4];

    MapInfo(GameInfo game, CountryInfo[] countries) {
        this.countries = countries;
        for (int number = 0; number < 4; number++) {
            soldiers[number] = new SoldierInfo(game, countries[number]);
            cursors[number] = new Point(0, 0);
        }
        for (int x = 0; x < SIZE; x++) {
            for (int y = 0; y < SIZE; y++) {
                tiles[x][y] = ground(new Point(x, y));
            }
        }
    }

    /** What a cell is, and whose, before anything is known of the tiles. */
    private TileInfo ground(Point at) {
        int end = SIZE - 1;
        boolean across = at.y == 0 || at.y == end;
        boolean upright = at.x == 0 || at.x == end;
        if (!across && !upright) {
            return new TileInfo(this, at, TileType.ROAD, null);
        }
        int along = across ? at.x : at.y;
        CountryInfo owner = countries[at.y == end ? 0 : at.x == 0 ? 1 : at.y == 0 ? 2 : 3];
        if (along >= 7 && along <= 9) {
            return new TileInfo(this, at, TileType.BIG_GATE, owner);
        }
        if (along == 4 || along == 12) {
            return new TileInfo(this, at, TileType.SMALL_GATE, owner);
        }
        return new TileInfo(this, at, TileType.WALL, null);
    }

    /** The width and the height: 17. */
    public int getSize() {
        return SIZE;
    }

    /** The cell at x and y; null outside of the map. */
    public TileInfo getTile(int x, int y) {
        return x < 0 || y < 0 || x >= SIZE || y >= SIZE ? null : tiles[x][y];
    }

    /** The cell at a point; null outside of the map. */
    public TileInfo getTile(Point point) {
        return getTile(point.x, point.y);
    }

    public SoldierInfo getSoldier(CountryInfo country) {
        return soldiers[country.number];
    }

    /** The top left tile under a country's cursor. */
    public Point getCursorLocation(CountryInfo country) {
        return cursors[country.number];
    }

    /** The middle of a country's big gate. */
    public Point getCenterGateLocation(CountryInfo country) {
        return country.turned(new Point(8, SIZE - 1));
    }

    /** The small gate on the left, as the country itself sees it. */
    public Point getLeftGateLocation(CountryInfo country) {
        return country.turned(new Point(4, SIZE - 1));
    }

    /** The small gate on the right, as the country itself sees it. */
    public Point getRightGateLocation(CountryInfo country) {
        return country.turned(new Point(12, SIZE - 1));
    }

    /**
     * Whether you can turn the tiles there: no soldier is among them, and one of them has your colour. Nothing
     * changes if all have one colour, nor in a corner, where there is a single tile.
     */
    public boolean canRotate(int x, int y) {
        if (!isCursor(x, y)) {
            return false;
        }
        for (SoldierInfo soldier : soldiers) {
            int dx = soldier.location.x - x;
            int dy = soldier.location.y - y;
            if ((dx == 0 || dx == 1) && (dy == 0 || dy == 1)) {
                return false;
            }
        }
        return roads(x, y).stream().anyMatch(tile -> tile.owner == countries[0]);
    }

    public boolean canRotate(Point point) {
        return canRotate(point.x, point.y);
    }

    /** Whether all tiles there have your colour, so that turning them changes nothing. */
    public boolean isAllOwnedInCursor(int x, int y) {
        return !isCursor(x, y) || roads(x, y).stream().allMatch(tile -> tile.owner == countries[0]);
    }

    public boolean isAllOwnedInCursor(Point point) {
        return isAllOwnedInCursor(point.x, point.y);
    }

    private static boolean isCursor(int x, int y) {
        return x >= 0 && y >= 0 && x < SIZE - 1 && y < SIZE - 1;
    }

    /** The tiles under a cursor, clockwise from the top left; the wall is left out. */
    private List<TileInfo> roads(int x, int y) {
        List<TileInfo> roads = new ArrayList<>();
        TileInfo[] cells = {tiles[x][y], tiles[x + 1][y], tiles[x + 1][y + 1], tiles[x][y + 1]};
        for (TileInfo cell : cells) {
            if (cell.getType() == TileType.ROAD) {
                roads.add(cell);
            }
        }
        return roads;
    }

    boolean hasSoldier(Point at) {
        for (SoldierInfo soldier : soldiers) {
            if (soldier.location.equals(at)) {
                return true;
            }
        }
        return false;
    }

    CountryInfo country(int number) {
        return countries[number];
    }

    void setOwner(int x, int y, CountryInfo owner) {
        tiles[x][y].owner = owner;
    }

    void setSoldier(int number, Point location) {
        soldiers[number].location = location;
    }

    void setCursor(int number, Point location) {
        cursors[number] = location;
    }

    /** Shows the soldier what the cursor has just done: it is the cursor's turn first. */
    void carryOut(CursorAction action) {
        Point at = action.getLocation() == null ? cursors[0] : action.getLocation();
        if (!isCursor(at.x, at.y)) {
            return;
        }
        // It goes there even if it cannot turn the tiles.
        cursors[0] = at;
        if (action.getType() == RotateType.NONE || !canRotate(at)) {
            return;
        }
        List<TileInfo> roads = roads(at.x, at.y);
        CountryInfo[] owners = roads.stream().map(tile -> tile.owner).toArray(CountryInfo[]::new);
        // Every tile takes the colour of the one before it; two tiles beside a wall just change places.
        int step = action.getType() == RotateType.CLOCKWISE ? roads.size() - 1 : 1;
        for (int number = 0; number < owners.length; number++) {
            roads.get(number).owner = owners[(number + step) % owners.length];
        }
    }
}
