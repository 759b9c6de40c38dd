package io.nightmarket.domain.shop;

/**
 * A point of the map, which ends some degrees before the poles.
 *
 * @param x longitude in degrees
 * @param y latitude in degrees
 */
public record Position(double x, double y) {
    public static final double MAX_X = 180;
    public static final double MAX_Y = 85.05112878;

    public Position {
        if (!isOnTheMap(x, y)) {
            throw new IllegalArgumentException("not a point of the map: " + x + ", " + y);
        }
    }

    /** Never for what is no number. */
    public static boolean isOnTheMap(double x, double y) {
        return Math.abs(x) <= MAX_X && Math.abs(y) <= MAX_Y;
    }
}
