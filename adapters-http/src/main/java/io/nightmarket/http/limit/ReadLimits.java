package io.nightmarket.http.limit;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.http.HttpConfig;
import io.nightmarket.http.RateLimit;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.limit.RateLimiter.Bucket;
import io.nightmarket.http.request.ClientAddresses;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How often one may read: from one address, all together of one shop, from one address by searches and of other users, and
 * pages of the order list as one user. One for all verticles of a node.
 */
public record ReadLimits(
        RateLimiter limiter, TokenBuckets shops, TokenBuckets searches, TokenBuckets users, TokenBuckets orderPages) {
    /** The limits of a node, nothing of them used; {@code buckets} makes those of a limit. */
    public static ReadLimits of(
            HttpConfig.ReadRates rates, ClientAddresses addresses, Function<RateLimit, TokenBuckets> buckets) {
        return new ReadLimits(
                new RateLimiter(addresses, buckets.apply(rates.perAddress())),
                buckets.apply(rates.perShop()),
                buckets.apply(rates.searches()),
                buckets.apply(rates.users()),
                buckets.apply(rates.orderPages()));
    }

    /** Null when there may be a request from this address. */
    public @Nullable Answer refusal(HttpServerRequest request) {
        return limiter.refusal(request);
    }

    /** As {@link #refusal(HttpServerRequest)}, of one that passed it, for this shop. */
    public @Nullable Answer refusal(HttpServerRequest request, ShopId shop) {
        return limiter.refusal(request, new Bucket(shops, shop.value()));
    }

    /** As {@link #refusal(HttpServerRequest)}, of a search. */
    public @Nullable Answer refusalOfSearch(HttpServerRequest request) {
        return refusal(request, searches);
    }

    /** As {@link #refusal(HttpServerRequest)}, of a look at another user. */
    public @Nullable Answer refusalOfUser(HttpServerRequest request) {
        return refusal(request, users);
    }

    private @Nullable Answer refusal(HttpServerRequest request, TokenBuckets own) {
        Answer refusal = limiter.refusal(request);
        return refusal == null && own.limited()
                ? limiter.refusal(request, new Bucket(own, limiter.addresses().keyOf(request)))
                : refusal;
    }

    /** Null when the buyer may look through their orders. */
    public @Nullable Answer refusal(UserId buyer) {
        return RateLimiter.refusal(orderPages.take(buyer.value()));
    }
}
