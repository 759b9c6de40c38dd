package io.nightmarket.http.limit;

import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.limit.RateLimiter.Bucket;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/** How often one may read: from one address, and all together of one shop. One for all verticles of a node. */
public record ReadLimits(RateLimiter limiter, TokenBuckets shops) {
    /** Null when there may be a request from this address. */
    public @Nullable Answer refusal(HttpServerRequest request) {
        return limiter.refusal(request);
    }

    /** As {@link #refusal(HttpServerRequest)}, of one that passed it, for this shop. */
    public @Nullable Answer refusal(HttpServerRequest request, ShopId shop) {
        return limiter.refusal(request, new Bucket(shops, shop.value()));
    }
}
