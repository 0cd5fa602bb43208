import java.util.List;
import java.util.Random;
import jp.ac.washi.quinte.api.GameInfo;
import jp.ac.washi.quinte.api.GameStarter;
import jp.ac.washi.quinte.api.Point;

/** Goes for a gate drawn by lot. */
public class RandomPlayer extends RoadPlayer {
    private final Random random = new Random();

    @Override
    protected Point chooseGate(GameInfo info) {
        List<Point> gates = enemyGates(info);
        return gates.get(random.nextInt(gates.size()));
    }

    public static void main(String[] args) {
        GameStarter.start(new RandomPlayer());
    }
}
