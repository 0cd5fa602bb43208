package jp.ac.washi.quinte.api;

/** Your AI: make a class of your own from this one. */
public abstract class Player {
    /** What the cursor does in this turn; null: nothing. */
    public abstract CursorAction nextCursorAction(GameInfo info);

    /** What the soldier does in this turn, after the cursor; null: nothing. */
    public abstract SoldierAction nextSoldierAction(GameInfo info);
}
