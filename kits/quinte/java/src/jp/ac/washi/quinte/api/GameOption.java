package jp.ac.washi.quinte.api;

/** How a test game is played: see {@link GameStarter#start(Player, Player, Player, Player, GameOption)}. */
public final class GameOption {
    private int fps = 2;

    /** The speed in turns a second. At 2, the contest's own speed, each turn has 500 milliseconds. */
    public void setFps(int fps) {
        this.fps = fps;
    }

    int getFps() {
        return fps;
    }

    /** Has no meaning here: the referee is silent. */
    public void setEnableSound(boolean enable) {}

    /** Has no meaning here: the referee keeps the time. */
    public void setEnableThreadToLimitTime(boolean enable) {}
}
