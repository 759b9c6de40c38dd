package io.nightmarket.http;

import io.nightmarket.http.limit.TokenBuckets;
import io.nightmarket.http.request.ClientAddresses;
import io.nightmarket.http.route.Limit;
import io.nightmarket.http.route.Request;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.ToLongFunction;

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
        Limit pictures) {
    private static final RateLimit CHANGES = new RateLimit(300, Duration.ofMinutes(1));
    private static final RateLimit LIKES = new RateLimit(600, Duration.ofMinutes(1));
    private static final RateLimit PICTURES = new RateLimit(120, Duration.ofMinutes(1));

    /** The limits of a node, nothing of them used; {@code buckets} makes those of one limit. */
    static Limits of(HttpConfig config, ClientAddresses addresses, Function<RateLimit, TokenBuckets> buckets) {
        ToLongFunction<Request> address =
                request -> addresses.keyOf(request.context().request());
        HttpConfig.ReadRates reading = config.reading();
        HttpConfig.PurchaseRates buying = config.buying();
        TokenBuckets reads = buckets.apply(reading.perAddress());
        TokenBuckets logins = buckets.apply(config.logins().perAddress());
        TokenBuckets codes = buckets.apply(config.logins().codes());
        Limit sale = Limit.of(buckets.apply(buying.perSale()), request -> request.id("id"));
        return new Limits(
                Limit.of(reads, address),
                Limit.of(reads, address, Limit.of(buckets.apply(reading.perShop()), request -> request.id("id"))),
                Limit.of(reads, address, Limit.of(buckets.apply(reading.searches()), address)),
                Limit.of(reads, address, Limit.of(buckets.apply(reading.users()), address)),
                ofUsers(buckets.apply(reading.orderPages())),
                Limit.of(
                        buckets.apply(buying.perAddress()),
                        address,
                        Limit.of(buckets.apply(buying.perUser()), Limits::user, sale)),
                Limit.of(logins, address),
                Limit.of(logins, address, Limit.of(codes, _ -> 0)),
                codes,
                ofUsers(buckets.apply(buying.orders())),
                ofUsers(buckets.apply(CHANGES)),
                ofUsers(buckets.apply(LIKES)),
                ofUsers(buckets.apply(CHANGES)),
                ofUsers(buckets.apply(CHANGES)),
                ofUsers(buckets.apply(PICTURES)));
    }

    private static Limit ofUsers(TokenBuckets users) {
        return Limit.of(users, Limits::user);
    }

    private static long user(Request request) {
        return request.session().user().value();
    }
}
