package io.nightmarket.redis.id;

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
 * Leases within strides: long runs that a store which forgets nothing granted. A stride is good for the run of the
 * server that it was first kept on; a server that was restarted, promoted, emptied or brought back to an older state
 * gets a new one, and nothing of the old is leased again. So no number is leased twice, whatever Redis loses. The
 * granting store is asked once a stride, and may be away meanwhile.
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
     * @param stride so many numbers are granted at a time
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
    public CompletionStage<Long> lease(LocalDate day, int size) {
        return leaseWithin(day, size, 0, 0)
                .thenCompose(first -> first > 0 ? CompletableFuture.completedStage(first) : extend(day, size));
    }

    private CompletionStage<Long> extend(LocalDate day, int size) {
        int granted = Math.max(stride, size);
        return granting.lease(day, granted).thenCompose(first -> leaseWithin(day, size, first, granted));
    }

    /** Sent once: a stride that was kept before must not be kept again. */
    private CompletionStage<Long> leaseWithin(LocalDate day, int size, long first, int granted) {
        List<String> arguments = List.of(
                Integer.toString(size),
                Long.toString(first),
                Integer.toString(granted),
                Long.toString(KEPT.toMillis()));
        return link.run(LEASE, List.of(RedisKeys.idStride(day)), arguments).thenApply(Reply::number);
    }
}
