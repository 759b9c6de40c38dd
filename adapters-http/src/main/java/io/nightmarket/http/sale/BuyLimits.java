package io.nightmarket.http.sale;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.limit.RateLimiter;
import io.nightmarket.http.limit.RateLimiter.Bucket;
import io.nightmarket.http.limit.TokenBuckets;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/**
 * Limits of purchase requests: of one address, of one user, and of all in one sale. One for all verticles of a
 * node.
 */
record BuyLimits(RateLimiter limiter, TokenBuckets users, TokenBuckets sales) {
    /** Null when there may be a request from this address. */
    @Nullable
    Answer refusal(HttpServerRequest request) {
        return limiter.refusal(request);
    }

    /** As {@link #refusal(HttpServerRequest)}, of one that passed it, by this user in this sale. */
    @Nullable
    Answer refusal(HttpServerRequest request, UserId user, VoucherId sale) {
        return limiter.refusal(request, new Bucket(users, user.value()), new Bucket(sales, sale.value()));
    }
}
