package io.nightmarket.redis.id;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.id.IdSegments;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Leases within strides: long runs granted by another store, which is asked once a stride and may be away meanwhile. A stride
 * is used by the server incarnation that it was first kept on, and each begins above all that Redis and the caller know.
 *
 * <p>Nodes that need a stride at once each have one granted; the first that is kept serves all, the others stay unused.
 * Fails as either store does; a run or a stride whose reply was lost stays unused.
 */
public final class RedisIdSegments implements IdSegments {
    private static final LuaScript LEASE = LuaScript.load("lease-numbers-1");
    /** Longer than a day is drawn from. A stride that was forgotten too early costs another, no more. */
    private static final Duration KEPT = Duration.ofDays(2);

    private final RedisLink link;
    private final IdSegments granting;
    private final int stride;

    /**
     * @param granting never leases a number twice
     * @param stride how many numbers are granted at a time
     */
    public RedisIdSegments(RedisLink link, IdSegments granting, int stride) {
        if (stride <= 0) {
            throw new IllegalArgumentException("a stride holds at least one number");
        }
        this.link = link;
        this.granting = granting;
        this.stride = stride;
    }

    @Override
    public CompletionStage<Long> lease(LocalDate day, int size, long above) {
        return leaseWithin(day, size, above, 0, 0)
                .thenCompose(first ->
                        isLeased(first) ? CompletableFuture.completedStage(first) : extend(day, size, above, -first));
    }

    /** A stride is refused when a larger one was kept meanwhile, which serves this caller on the next attempt. */
    private CompletionStage<Long> extend(LocalDate day, int size, long above, long known) {
        int granted = Math.max(stride, size);
        return granting.lease(day, granted, known)
                .thenCompose(first -> leaseWithin(day, size, above, first, granted))
                .thenCompose(first -> isLeased(first)
                        ? CompletableFuture.completedStage(first)
                        : CompletableFuture.failedStage(new Unavailable("the stride of " + day + " is out of date")));
    }

    private static boolean isLeased(long first) {
        return first > 0;
    }

    /** Sent once: a stride that was kept before must not be kept again. */
    private CompletionStage<Long> leaseWithin(LocalDate day, int size, long above, long first, int granted) {
        List<String> arguments = List.of(
                Integer.toString(size),
                Long.toString(first),
                Integer.toString(granted),
                Long.toString(KEPT.toMillis()),
                Long.toString(above));
        return link.run(LEASE, List.of(RedisKeys.idStride(day)), arguments).thenApply(Reply::number);
    }
}
