package io.nightmarket.redis.sale.queue;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.redis.link.RedisLink;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The connections that reads wait on, one for each shard that is read; opened when needed, after a failure once more. */
public final class WaitingLinks {
    private final Supplier<CompletionStage<RedisLink>> opening;
    private final Map<Shard, CompletableFuture<RedisLink>> links = new HashMap<>();
    private boolean closed;

    /** @param opening opens a link; fails with {@code Unavailable} */
    public WaitingLinks(Supplier<CompletionStage<RedisLink>> opening) {
        this.opening = opening;
    }

    /** The open link of a shard. Fails with {@code Unavailable}. */
    synchronized CompletionStage<RedisLink> of(Shard shard) {
        return closed
                ? CompletableFuture.failedStage(new Unavailable("closed"))
                : links.compute(
                        shard,
                        (_, known) -> known == null || known.isCompletedExceptionally()
                                ? opening.get().toCompletableFuture()
                                : known);
    }

    /** Ends them all, for good. */
    public synchronized CompletionStage<Void> close() {
        closed = true;
        return CompletableFuture.allOf(links.values().stream()
                .map(link -> link.<Optional<RedisLink>>handle((open, _) -> Optional.ofNullable(open))
                        .thenCompose(open ->
                                open.map(RedisLink::close).orElseGet(() -> CompletableFuture.completedStage(null))))
                .toArray(CompletableFuture<?>[]::new));
    }
}
