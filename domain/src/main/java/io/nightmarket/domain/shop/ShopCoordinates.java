package io.nightmarket.domain.shop;

/**
 * Where a shop lies, as stored; adopted data may be odd, so nothing is checked here.
 *
 * @param x longitude in degrees
 * @param y latitude in degrees
 */
public record ShopCoordinates(ShopId id, long type, double x, double y) {
    /** Whether searches can find it: a shop elsewhere is never near. */
    public boolean isOnTheMap() {
        return Position.isOnTheMap(x, y);
    }
}
