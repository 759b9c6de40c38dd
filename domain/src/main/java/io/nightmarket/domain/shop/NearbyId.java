package io.nightmarket.domain.shop;

/**
 * A shop that is near.
 *
 * @param distance in metres
 */
public record NearbyId(ShopId id, double distance) {}
