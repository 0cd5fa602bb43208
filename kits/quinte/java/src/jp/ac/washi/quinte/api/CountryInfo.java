package jp.ac.washi.quinte.api;

/** A country. There is one object for each, which stays the same for the whole game: compare with ==. */
public final class CountryInfo {
    /** 0 is your own country, 1 the one on your left, 2 opposite, 3 on your right. */
    final int number;
    int score;
    private int playerNumber;

    CountryInfo(int number) {
        this.number = number;
        this.playerNumber = number + 1;
    }

    public int getScore() {
        return score;
    }

    /** Its place in the order of each turn: 1 acts first, 4 last. */
    public int getPlayerNumber() {
        return playerNumber;
    }

    /** Takes in your own place in that order; the countries follow one another around the map. */
    void setOrder(int myNumber) {
        playerNumber = (myNumber - 1 + number) % 4 + 1;
    }

    @Override
    public String toString() {
        return new String[] {"my country", "left country", "opposite country", "right country"}[number];
    }

    /** Where something at the bottom of this country's own view is on your map: a quarter turn for each number. */
    Point turned(Point point) {
        Point at = point;
        for (int turn = 0; turn < number; turn++) {
            at = new Point(MapInfo.SIZE - 1 - at.y, at.x);
        }
        return at;
    }
}
