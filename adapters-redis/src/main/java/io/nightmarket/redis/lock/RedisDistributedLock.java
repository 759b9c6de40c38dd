package io.nightmarket.redis.lock;

import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A lock is a key that holds its holder's token and expires with the lease. */
public final class RedisDistributedLock implements DistributedLock {
    private static final Logger LOG = LoggerFactory.getLogger(RedisDistributedLock.class);
    private static final LuaScript HOLD = LuaScript.load("hold-lock-1");
    private static final LuaScript RELEASE = LuaScript.load("release-lock-1");

    private final RedisLink link;

    public RedisDistributedLock(RedisLink link) {
        this.link = link;
    }

    @Override
    public <T> CompletionStage<Optional<T>> withLease(
            String key, Duration lease, Function<Hold, ? extends CompletionStage<T>> work) {
        Hold hold = new Hold(key, UUID.randomUUID().toString());
        return hold(hold, lease)
                .thenCompose(
                        mine -> mine ? workAndRelease(hold, work) : CompletableFuture.completedStage(Optional.empty()));
    }

    @Override
    public CompletionStage<Boolean> hold(Hold hold, Duration lease) {
        return link.run(
                        HOLD,
                        List.of(RedisKeys.lock(hold.key())),
                        List.of(hold.token(), Long.toString(lease.toMillis())))
                .thenApply(reply -> reply.number() == 1);
    }

    @Override
    public CompletionStage<Boolean> release(Hold hold) {
        return link.run(RELEASE, List.of(RedisKeys.lock(hold.key())), List.of(hold.token()))
                .thenApply(reply -> reply.number() == 1);
    }

    private <T> CompletionStage<Optional<T>> workAndRelease(
            Hold hold, Function<Hold, ? extends CompletionStage<T>> work) {
        CompletionStage<T> done;
        try {
            done = work.apply(hold);
        } catch (RuntimeException | Error e) {
            done = CompletableFuture.failedStage(e);
        }
        return done.handle((value, failure) -> releaseOrLeave(hold)
                        .<Optional<T>>thenCompose(_ -> failure == null
                                ? CompletableFuture.completedStage(Optional.ofNullable(value))
                                : CompletableFuture.failedStage(DomainFailure.causeOf(failure))))
                .thenCompose(stage -> stage);
    }

    /** Never fails: what can't be released ends with its lease. */
    private CompletionStage<Boolean> releaseOrLeave(Hold hold) {
        return release(hold).handle((held, failure) -> {
            if (failure != null) {
                LOG.warn("The lock {} is left to the end of its lease: {}", hold.key(), failure.getMessage());
                return false;
            }
            if (!held) {
                LOG.warn("The lease of the lock {} ended before the work under it", hold.key());
            }
            return held;
        });
    }
}
