package io.nightmarket.http;

import io.nightmarket.http.limit.TokenBuckets;
import io.nightmarket.http.route.Limit;

/**
 * How often one may call the operations of a node, for its routes to choose from. Limits of addresses have the bucket of the
 * address first.
 *
 * @param reads public reads of an address
 * @param shops those of one shop, by all together, too
 * @param searches those by name, too
 * @param people those of other users, too
 * @param orderPages pages of the order list of a user
 * @param purchases purchase requests of an address, of a user, and in one sale by all together
 * @param logins logins from an address
 * @param codes those that are sent, by all together, too
 * @param sentCodes the one bucket of the codes that are sent, by 0
 * @param ordering changes of orders by a user
 * @param changing follows, and changes of what others see
 * @param liking likes of notes
 * @param publishing notes that are published and deleted
 * @param commenting comments that are written and deleted
 * @param pictures pictures that are uploaded and deleted
 */
public record Limits(
        Limit reads,
        Limit shops,
        Limit searches,
        Limit people,
        Limit orderPages,
        Limit purchases,
        Limit logins,
        Limit codes,
        TokenBuckets sentCodes,
        Limit ordering,
        Limit changing,
        Limit liking,
        Limit publishing,
        Limit commenting,
        Limit pictures) {}
