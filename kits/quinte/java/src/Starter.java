import jp.ac.washi.quinte.api.GameOption;
import jp.ac.washi.quinte.api.GameStarter;

/** A test game, started as in the contest: {@code java -cp classes Starter}. */
public class Starter {
    public static void main(String[] args) {
        GameOption option = new GameOption();
        option.setFps(20);
        GameStarter.start(new RandomPlayer(), new HighScorePlayer(), new RandomPlayer(), new Skeleton(), option);
    }
}
