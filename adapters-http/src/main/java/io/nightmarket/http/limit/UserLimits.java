package io.nightmarket.http.limit;

import io.nightmarket.http.RateLimit;
import java.time.Duration;
import java.util.function.Function;

/**
 * How often one user may change things, each by itself.
 *
 * @param ordering requests that change orders
 * @param changing follows, and changes of what others see
 * @param liking likes of notes
 * @param publishing notes that are published and deleted
 * @param commenting comments that are written and deleted
 */
public record UserLimits(
        UserLimit ordering, UserLimit changing, UserLimit liking, UserLimit publishing, UserLimit commenting) {
    private static final RateLimit CHANGES = new RateLimit(300, Duration.ofMinutes(1));
    private static final RateLimit LIKES = new RateLimit(600, Duration.ofMinutes(1));

    /** The limits of a node, nothing of them used; {@code buckets} makes one for each user. */
    public static UserLimits of(RateLimit orders, Function<RateLimit, TokenBuckets> buckets) {
        return new UserLimits(
                new UserLimit(buckets.apply(orders)),
                new UserLimit(buckets.apply(CHANGES)),
                new UserLimit(buckets.apply(LIKES)),
                new UserLimit(buckets.apply(CHANGES)),
                new UserLimit(buckets.apply(CHANGES)));
    }
}
