package io.nightmarket.domain.shop;

/**
 * A shop, and how far it is.
 *
 * @param distance in metres
 */
public record Nearby(Shop shop, double distance) {}
