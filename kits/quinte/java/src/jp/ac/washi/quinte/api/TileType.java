package jp.ac.washi.quinte.api;

/** What a cell of the map is. */
public enum TileType {
    ROAD,
    WALL,
    BIG_GATE,
    SMALL_GATE
}
