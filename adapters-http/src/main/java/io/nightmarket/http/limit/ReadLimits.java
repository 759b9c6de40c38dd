package io.nightmarket.http.limit;

import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How often one may read: from one address, and all together of one shop. One for all verticles of a node. A request that
 * is refused by one of them uses up nothing of the other.
 */
public record ReadLimits(AddressLimit addresses, TokenBuckets shops) {
    /** Null when there may be a request from this address, and otherwise what it is told. */
    public @Nullable Answer refusal(HttpServerRequest request) {
        return refusal(addresses.take(request));
    }

    /** As {@link #refusal(HttpServerRequest)}, of one that passed it, for this shop. */
    public @Nullable Answer refusal(HttpServerRequest request, ShopId shop) {
        Duration wait = shops.take(shop.value());
        if (!wait.isZero()) {
            addresses.giveBack(request);
        }
        return refusal(wait);
    }

    private static @Nullable Answer refusal(Duration wait) {
        return wait.isZero() ? null : Answer.refusedFor(ErrorCode.TOO_MANY_REQUESTS, wait);
    }
}
