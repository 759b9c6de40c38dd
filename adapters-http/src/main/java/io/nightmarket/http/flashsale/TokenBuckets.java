package io.nightmarket.http.flashsale;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.function.Function;

/**
 * A token bucket for each key. Bounded: a bucket that nobody asked for until it must be full again is forgotten, as a new
 * one is full, too. Safe for use by several threads; none waits.
 */
public final class TokenBuckets<K> {
    private static final int MAX_KEYS = 200_000;

    private final boolean limited;
    private final Cache<K, Bucket> buckets;
    private final Function<K, Bucket> full;

    /**
     * @param count tokens of a full bucket; 0 is no limit
     * @param per so long an empty one takes to be full
     * @param time must never go back: a bucket would not be filled until it is as late again
     */
    public TokenBuckets(int count, Duration per, TimeMeter time) {
        this.limited = count > 0;
        this.full = _ -> Bucket.builder()
                .addLimit(limit -> limit.capacity(count).refillGreedy(count, per))
                .withCustomTimePrecision(time)
                .build();
        this.buckets = Caffeine.newBuilder()
                .maximumSize(MAX_KEYS)
                // Its upkeep is short; handing it to another thread takes longer.
                .executor(Runnable::run)
                .expireAfterAccess(per)
                .ticker(time::currentTimeNanos)
                .build();
    }

    boolean limited() {
        return limited;
    }

    /** Takes a token and answers zero, or how long it is until there is one. */
    Duration take(K key) {
        if (!limited) {
            return Duration.ZERO;
        }
        Bucket bucket = buckets.get(key, full);
        return bucket.tryConsume(1)
                ? Duration.ZERO
                : Duration.ofNanos(
                        Math.max(1, bucket.estimateAbilityToConsume(1).getNanosToWaitForRefill()));
    }

    /** Puts a token back that was taken for nothing. */
    void giveBack(K key) {
        if (limited) {
            buckets.get(key, full).addTokens(1);
        }
    }
}
