package io.nightmarket.http.route;

import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.limit.TokenBuckets;
import java.time.Duration;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Limits the rate of requests by token buckets, by address and by other keys. A request takes a token from each of its
 * buckets or from none. One for all event loops of a node.
 */
@FunctionalInterface
public interface Limit {
    Limit NONE = _ -> Duration.ZERO;

    /** Takes the tokens of the request and answers zero, or takes none and answers how long it is until there are some. */
    Duration take(Request request);

    /** The limit of one bucket for each key. */
    static Limit of(TokenBuckets buckets, ToLongFunction<Request> key) {
        return buckets.areLimited() ? request -> buckets.take(key.applyAsLong(request)) : NONE;
    }

    /**
     * The limit of one bucket for each key, and of others. Their locks are held together, taken from the first bucket on: all
     * limits must name the buckets that they share in one order.
     */
    static Limit of(TokenBuckets buckets, ToLongFunction<Request> key, Limit others) {
        // Finding the key may take longer than all the rest.
        return buckets.areLimited()
                ? request -> buckets.take(key.applyAsLong(request), () -> others.take(request))
                : others;
    }

    /** Takes the tokens of the request and answers null, or the refusal. */
    default @Nullable Answer refusal(Request request) {
        Duration wait = take(request);
        return wait.isZero() ? null : Answer.refusedFor(ErrorCode.TOO_MANY_REQUESTS, wait);
    }
}
