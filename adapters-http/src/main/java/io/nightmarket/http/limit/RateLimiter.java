package io.nightmarket.http.limit;

import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.request.ClientAddresses;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Limits the rate of requests by address and by other keys. A request takes a token from each of its buckets or from
 * none: first from that of its address, before anything else of it is read, then from the others, or it gets the first
 * one back.
 */
public record RateLimiter(ClientAddresses addresses, TokenBuckets perAddress) {
    /** The bucket of this key. */
    public record Bucket(TokenBuckets buckets, long key) {
        private Duration take() {
            return buckets.take(key);
        }

        private void release() {
            buckets.release(key);
        }
    }

    /** Takes from the bucket of the address and answers null, or the refusal. */
    public @Nullable Answer refusal(HttpServerRequest request) {
        // Finding the address takes longer than all the rest.
        return perAddress.limited() ? refusal(perAddress.take(addresses.keyOf(request))) : null;
    }

    /** As {@link #refusal(HttpServerRequest)}, of a request that passed it, from all of these buckets. */
    public @Nullable Answer refusal(HttpServerRequest request, Bucket... others) {
        for (int i = 0; i < others.length; i++) {
            Duration wait = others[i].take();
            if (!wait.isZero()) {
                release(request, others, i);
                return refusal(wait);
            }
        }
        return null;
    }

    private void release(HttpServerRequest request, Bucket[] others, int taken) {
        for (int i = 0; i < taken; i++) {
            others[i].release();
        }
        if (perAddress.limited()) {
            perAddress.release(addresses.keyOf(request));
        }
    }

    static @Nullable Answer refusal(Duration wait) {
        return wait.isZero() ? null : Answer.refusedFor(ErrorCode.TOO_MANY_REQUESTS, wait);
    }
}
