package io.nightmarket.redis.lock;

import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
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
    private static final LuaScript RELEASE = LuaScript.load("release-lock-1");

    private final RedisLink link;

    public RedisDistributedLock(RedisLink link) {
        this.link = link;
    }

    @Override
    public <T> CompletionStage<Optional<T>> withLease(
            String key, Duration lease, Function<Hold, ? extends CompletionStage<T>> work) {
        Hold hold = new Hold(key, UUID.randomUUID().toString());
        return acquire(hold, lease)
                .thenCompose(reply -> reply.isNothing()
                        ? CompletableFuture.completedStage(Optional.empty())
                        : workAndRelease(hold, work));
    }

    private CompletionStage<Reply> acquire(Hold hold, Duration lease) {
        return link.send(Request.cmd(Command.SET)
                .arg(RedisKeys.lock(hold.key()))
                .arg(hold.token())
                .arg("NX")
                .arg("PX")
                .arg(lease.toMillis()));
    }

    private <T> CompletionStage<Optional<T>> workAndRelease(
            Hold hold, Function<Hold, ? extends CompletionStage<T>> work) {
        CompletionStage<T> done;
        try {
            done = work.apply(hold);
        } catch (RuntimeException | Error e) {
            done = CompletableFuture.failedStage(e);
        }
        return done.handle((value, failure) -> release(hold)
                        .<Optional<T>>thenCompose(_ -> failure == null
                                ? CompletableFuture.completedStage(Optional.ofNullable(value))
                                : CompletableFuture.failedStage(DomainFailure.causeOf(failure))))
                .thenCompose(stage -> stage);
    }

    /** Never fails: what can't be released ends with its lease. */
    private CompletionStage<Boolean> release(Hold hold) {
        return link.run(RELEASE, List.of(RedisKeys.lock(hold.key())), List.of(hold.token()))
                .handle((reply, failure) -> {
                    if (failure != null) {
                        LOG.warn("The lock {} is left to the end of its lease: {}", hold.key(), failure.getMessage());
                        return false;
                    }
                    boolean held = reply.number() == 1;
                    if (!held) {
                        LOG.warn("The lease of the lock {} ended before the work under it", hold.key());
                    }
                    return held;
                });
    }
}
