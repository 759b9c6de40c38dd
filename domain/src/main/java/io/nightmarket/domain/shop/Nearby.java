package io.nightmarket.domain.shop;

/**
 * A shop, or the number of one, and how far it is.
 *
 * @param distance in metres
 */
public record Nearby<T>(T shop, double distance) {}
