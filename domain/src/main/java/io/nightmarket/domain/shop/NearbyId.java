package io.nightmarket.domain.shop;

/**
 * A shop that was found near a place.
 *
 * @param distance in metres
 */
public record NearbyId(ShopId id, double distance) {}
