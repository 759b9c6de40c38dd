package io.nightmarket.domain.shop;

import java.util.List;

/**
 * A page of shops nearby, nearest first, then by id.
 *
 * @param upTo shops with greater ids are left out; the next page is asked for with it, so that new shops move nothing
 */
public record NearbyIds(List<NearbyId> shops, long upTo) {}
