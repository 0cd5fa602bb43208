package jp.ac.washi.quinte.api;

/** A country. There is one object for each, which stays the same for the whole game: compare with ==. */
public final class CountryInfo {
    /** 0 is your own country, 1 the one on your left, 2 opposite, 3 on your right. */
    final int number;
    int score;

    CountryInfo(int number) {
        this.number = number;
    }

    public int getScore() {
        return score;
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
