import java.util.Comparator;
import jp.ac.washi.quinte.api.GameInfo;
import jp.ac.washi.quinte.api.GameStarter;
import jp.ac.washi.quinte.api.MapInfo;
import jp.ac.washi.quinte.api.PathSearch;
import jp.ac.washi.quinte.api.Point;

/**
 * あなたのAI。書き換えるのは chooseGate だけです（もっと自由に書くには Skeleton を見てください）。
 * Your AI. The only method you need to edit is chooseGate; see Skeleton for writing all of it yourself.
 */
public class MyPlayer extends RoadPlayer {
    /** いまは「一番近い門」。/ For now: the nearest gate. */
    @Override
    protected Point chooseGate(GameInfo info) {
        MapInfo map = info.getMap();
        Point here = info.getMySoldier().getLocation();
        Comparator<Point> nearer =
                Comparator.comparing(gate -> PathSearch.getReachablePath(map, here, gate).length);
        return enemyGates(info).stream().min(nearer).get();
    }

    public static void main(String[] args) {
        GameStarter.start(new MyPlayer());
    }
}
