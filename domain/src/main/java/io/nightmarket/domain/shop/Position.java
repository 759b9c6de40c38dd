package io.nightmarket.domain.shop;

/**
 * Where somebody is.
 *
 * @param x longitude in degrees
 * @param y latitude in degrees, as far north and south as the index of shops reaches
 */
public record Position(double x, double y) {
    public Position {
        if (!(Math.abs(x) <= 180 && Math.abs(y) <= 85.05112878)) {
            throw new IllegalArgumentException("no position: " + x + ", " + y);
        }
    }
}
