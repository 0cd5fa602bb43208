import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jp.ac.washi.quinte.api.CountryInfo;
import jp.ac.washi.quinte.api.CursorAction;
import jp.ac.washi.quinte.api.Direction;
import jp.ac.washi.quinte.api.GameInfo;
import jp.ac.washi.quinte.api.MapInfo;
import jp.ac.washi.quinte.api.PathSearch;
import jp.ac.washi.quinte.api.Player;
import jp.ac.washi.quinte.api.Point;
import jp.ac.washi.quinte.api.RotateType;
import jp.ac.washi.quinte.api.SoldierAction;
import jp.ac.washi.quinte.api.TileType;

/**
 * What the sample players have in common: they build a road to a gate, tile by tile, and walk along it. The strategy is
 * in {@link #chooseGate}, which each of them has for itself.
 */
public abstract class RoadPlayer extends Player {
    /** After so many turns without reaching a gate another one is chosen. */
    private static final int PATIENCE = 120;

    private Point gate;
    private Point last;
    private int age;

    /** The gate to go for. */
    protected abstract Point chooseGate(GameInfo info);

    @Override
    public CursorAction nextCursorAction(GameInfo info) {
        MapInfo map = info.getMap();
        CountryInfo me = info.getMyCountry();
        Point here = info.getMySoldier().getLocation();
        Point home = map.getCenterGateLocation(me);
        boolean isNew = here.equals(home) && !home.equals(last);
        last = here;
        age++;
        if (gate == null || isNew || age > PATIENCE) {
            gate = chooseGate(info);
            age = 0;
        }
        if (PathSearch.getNowReachablePath(map, here, gate, me).length > 0) {
            return null; // the road is there
        }
        List<Point> built = new ArrayList<>();
        Point at = here;
        for (Direction direction : PathSearch.getReachablePath(map, here, gate)) {
            at = direction.moveFrom(at);
            if (at.equals(gate)) {
                break;
            }
            if (map.getTile(at).getOwner() != me) {
                return bringTile(info, at, built);
            }
            built.add(at);
        }
        return null;
    }

    /** Brings the tile of our colour that is the fewest turns away one turn nearer. */
    private CursorAction bringTile(GameInfo info, Point missing, List<Point> built) {
        MapInfo map = info.getMap();
        List<Point> keepOff = new ArrayList<>(built);
        keepOff.add(info.getMySoldier().getLocation());
        enemies(info).forEach(country -> keepOff.add(map.getSoldier(country).getLocation()));
        Map<Point, CursorAction> actions = new HashMap<>();
        Deque<Point> queue = new ArrayDeque<>();
        actions.put(missing, null);
        queue.add(missing);
        while (!queue.isEmpty()) {
            Point to = queue.remove();
            if (map.getTile(to).getOwner() == info.getMyCountry()) {
                return actions.get(to);
            }
            for (Direction direction : Direction.values()) {
                Point at = back(to, direction);
                if (actions.containsKey(at) || map.getTile(at).getType() != TileType.ROAD) {
                    continue;
                }
                for (CursorAction push : pushes(at, direction)) {
                    if (keepOff.stream().noneMatch(cell -> isUnder(push.getLocation(), cell))) {
                        actions.put(at, push);
                        queue.add(at);
                        break;
                    }
                }
            }
        }
        gate = null; // somebody is in the way everywhere: another plan
        return null;
    }

    @Override
    public SoldierAction nextSoldierAction(GameInfo info) {
        List<Point> gates = enemyGates(info);
        if (gate != null) {
            gates.add(0, gate);
        }
        Point here = info.getMySoldier().getLocation();
        for (Point goal : gates) {
            Direction[] path = PathSearch.getNowReachablePath(info.getMap(), here, goal, info.getMyCountry());
            if (path.length > 0) {
                return SoldierAction.fromDirection(path[0]);
            }
        }
        return SoldierAction.NONE;
    }

    protected static List<CountryInfo> enemies(GameInfo info) {
        return List.of(info.getLeftCountry(), info.getOppositeCountry(), info.getRightCountry());
    }

    /** The nine gates of the others. */
    protected static List<Point> enemyGates(GameInfo info) {
        MapInfo map = info.getMap();
        List<Point> gates = new ArrayList<>();
        for (CountryInfo country : enemies(info)) {
            gates.add(map.getCenterGateLocation(country));
            gates.add(map.getLeftGateLocation(country));
            gates.add(map.getRightGateLocation(country));
        }
        return gates;
    }

    /** The cell from which a direction leads to a point. */
    private static Point back(Point point, Direction direction) {
        Point step = direction.moveFrom(new Point(0, 0));
        return new Point(point.x - step.x, point.y - step.y);
    }

    /** The two ways to push a tile in a direction. */
    private static CursorAction[] pushes(Point tile, Direction direction) {
        switch (direction) {
            case RIGHT:
                return pushes(tile, 0, 0, 0, -1);
            case DOWN:
                return pushes(tile, -1, 0, 0, 0);
            case LEFT:
                return pushes(tile, -1, -1, -1, 0);
            default:
                return pushes(tile, 0, -1, -1, -1);
        }
    }

    /** Where the cursor is, seen from the tile, to turn clockwise and anticlockwise. */
    private static CursorAction[] pushes(Point tile, int x, int y, int antiX, int antiY) {
        return new CursorAction[] {
            new CursorAction(RotateType.CLOCKWISE, tile.x + x, tile.y + y),
            new CursorAction(RotateType.ANTICLOCKWISE, tile.x + antiX, tile.y + antiY)
        };
    }

    /** Whether a cell is one of the four under a cursor. */
    private static boolean isUnder(Point cursor, Point cell) {
        int dx = cell.x - cursor.x;
        int dy = cell.y - cursor.y;
        return (dx == 0 || dx == 1) && (dy == 0 || dy == 1);
    }
}
