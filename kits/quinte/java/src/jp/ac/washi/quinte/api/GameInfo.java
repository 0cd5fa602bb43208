package jp.ac.washi.quinte.api;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The game as you see it: your country is at the bottom. The object stays the same for the whole game. */
public final class GameInfo {
    private final CountryInfo[] countries = {
        new CountryInfo(0), new CountryInfo(1), new CountryInfo(2), new CountryInfo(3)
    };
    private final MapInfo map = new MapInfo(this, countries);
    private String color = "";
    private int time;
    private int endTime = 1000;
    private int superTime = 850;
    private int timeLimit;

    GameInfo() {}

    public MapInfo getMap() {
        return map;
    }

    public CountryInfo getMyCountry() {
        return countries[0];
    }

    public CountryInfo getLeftCountry() {
        return countries[1];
    }

    public CountryInfo getOppositeCountry() {
        return countries[2];
    }

    public CountryInfo getRightCountry() {
        return countries[3];
    }

    /** Your place in the order of each turn: 1 acts first, 4 last. */
    public int getPlayerNumber() {
        return countries[0].getPlayerNumber();
    }

    /** All countries in the order in which they act in a turn. */
    public List<CountryInfo> getCountries() {
        CountryInfo[] ordered = countries.clone();
        Arrays.sort(ordered, Comparator.comparingInt(CountryInfo::getPlayerNumber));
        return Arrays.asList(ordered);
    }

    public SoldierInfo getMySoldier() {
        return map.getSoldier(countries[0]);
    }

    /** How many turns are over. */
    public int getTime() {
        return time;
    }

    /** How many turns the game has. */
    public int getEndTime() {
        return endTime;
    }

    /** After how many turns soldiers become super soldiers. */
    public int getSuperTime() {
        return superTime;
    }

    /** Your colour: red, blue, green or yellow. */
    public String getColor() {
        return color;
    }

    /** The milliseconds for each turn; 0 if there is no limit. */
    public int getTimeLimit() {
        return timeLimit;
    }

    /** Takes in a line of the referee, if it is about the game; docs/protocols/quinte.md describes the lines. */
    void hear(String[] words) {
        switch (words[0]) {
            case "quinte":
                for (int i = 2; i + 1 < words.length; i += 2) {
                    begin(words[i], words[i + 1]);
                }
                break;
            case "map":
                readMap(words[1].split("/"));
                break;
            case "scores":
                for (int number = 0; number < 4; number++) {
                    countries[number].score = Integer.parseInt(words[number + 1]);
                }
                break;
            case "soldiers":
                for (int number = 0; number < 4; number++) {
                    map.setSoldier(number, point(words, number));
                }
                break;
            case "cursors":
                for (int number = 0; number < 4; number++) {
                    map.setCursor(number, point(words, number));
                }
                break;
            case "turn":
                time = Integer.parseInt(words[1]);
                break;
            default:
                break;
        }
    }

    private void begin(String fact, String value) {
        switch (fact) {
            case "player":
                for (CountryInfo country : countries) {
                    country.setOrder(Integer.parseInt(value));
                }
                break;
            case "color":
                color = value;
                break;
            case "turns":
                endTime = Integer.parseInt(value);
                break;
            case "super":
                superTime = Integer.parseInt(value);
                break;
            case "ms":
                timeLimit = value.equals("-") ? 0 : Integer.parseInt(value);
                break;
            default:
                break;
        }
    }

    private void readMap(String[] rows) {
        for (int y = 0; y < rows.length; y++) {
            for (int x = 0; x < rows[y].length(); x++) {
                char sign = rows[y].charAt(x);
                map.setOwner(x + 1, y + 1, sign == '.' ? null : countries[sign - '0']);
            }
        }
    }

    private static Point point(String[] words, int number) {
        return new Point(Integer.parseInt(words[2 * number + 1]), Integer.parseInt(words[2 * number + 2]));
    }
}
