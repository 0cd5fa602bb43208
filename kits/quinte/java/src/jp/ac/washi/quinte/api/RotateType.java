package jp.ac.washi.quinte.api;

/** How the cursor turns the four tiles in it. */
public enum RotateType {
    CLOCKWISE,
    ANTICLOCKWISE,
    NONE
}
