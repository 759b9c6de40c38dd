package io.nightmarket.redis.sale.queue;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.redis.link.LazyLink;
import io.nightmarket.redis.link.RedisLink;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The connections that reads wait on, one for each shard that is read. */
public final class WaitingLinks {
    private final Supplier<LazyLink> maker;
    private final Map<Shard, LazyLink> links = new HashMap<>();
    private boolean closed;

    public WaitingLinks(Supplier<LazyLink> maker) {
        this.maker = maker;
    }

    /** The open link of a shard. Fails with {@code Unavailable}. */
    synchronized CompletionStage<RedisLink> of(Shard shard) {
        if (closed) {
            return CompletableFuture.failedStage(new Unavailable("closed"));
        }
        return links.computeIfAbsent(shard, _ -> maker.get()).get();
    }

    /** Ends them all, for good. */
    public synchronized CompletionStage<Void> close() {
        closed = true;
        return CompletableFuture.allOf(links.values().stream()
                .map(link -> link.close().toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new));
    }
}
