package io.nightmarket.domain.shop;

/** Distances over a round earth of the size that the index of shops assumes, so that both measure the same. */
public final class GreatCircle {
    /** The radius of the earth, in metres. */
    public static final double RADIUS = 6_372_797.560856;

    private GreatCircle() {}

    /** Metres from one point to the other, by the haversine formula. */
    public static double metres(Position from, double x, double y) {
        double north = Math.sin(Math.toRadians(y - from.y()) / 2);
        double east = Math.sin(Math.toRadians(x - from.x()) / 2);
        double cosines = Math.cos(Math.toRadians(from.y())) * Math.cos(Math.toRadians(y));
        return 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(north * north + cosines * east * east)));
    }
}
