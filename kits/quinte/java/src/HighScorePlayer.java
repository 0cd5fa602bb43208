import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import jp.ac.washi.quinte.api.CountryInfo;
import jp.ac.washi.quinte.api.GameInfo;
import jp.ac.washi.quinte.api.GameStarter;
import jp.ac.washi.quinte.api.MapInfo;
import jp.ac.washi.quinte.api.PathSearch;
import jp.ac.washi.quinte.api.Point;

/** Goes for the small gate of whoever is ahead, the one that is nearer. */
public class HighScorePlayer extends RoadPlayer {
    private final Random random = new Random();

    @Override
    protected Point chooseGate(GameInfo info) {
        int best = enemies(info).stream().mapToInt(CountryInfo::getScore).max().getAsInt();
        List<CountryInfo> leaders =
                enemies(info).stream().filter(country -> country.getScore() == best).collect(Collectors.toList());
        if (leaders.size() > 1) {
            List<Point> gates = enemyGates(info);
            return gates.get(random.nextInt(gates.size()));
        }
        MapInfo map = info.getMap();
        Point here = info.getMySoldier().getLocation();
        Point left = map.getLeftGateLocation(leaders.get(0));
        Point right = map.getRightGateLocation(leaders.get(0));
        int toLeft = PathSearch.getReachablePath(map, here, left).length;
        int toRight = PathSearch.getReachablePath(map, here, right).length;
        return toLeft <= toRight ? left : right;
    }

    public static void main(String[] args) {
        GameStarter.start(new HighScorePlayer());
    }
}
