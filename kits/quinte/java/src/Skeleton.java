import jp.ac.washi.quinte.api.CursorAction;
import jp.ac.washi.quinte.api.GameInfo;
import jp.ac.washi.quinte.api.GameStarter;
import jp.ac.washi.quinte.api.Player;
import jp.ac.washi.quinte.api.SoldierAction;

/** The skeleton of an AI: gives no orders. Begin here. */
public class Skeleton extends Player {
    @Override
    public CursorAction nextCursorAction(GameInfo info) {
        return null;
    }

    @Override
    public SoldierAction nextSoldierAction(GameInfo info) {
        return SoldierAction.NONE;
    }

    public static void main(String[] args) {
        GameStarter.start(new Skeleton());
    }
}
