package io.nightmarket.redis.link;

import io.nightmarket.domain.base.Unavailable;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A link that is opened at the first {@link #get}, and after a failure at the next one. */
public final class LazyLink {
    private final Vertx vertx;
    private final Context context;
    private final LinkSettings settings;
    private final RandomGenerator random;
    private @Nullable CompletableFuture<RedisLink> opening;
    private boolean closed;

    /** The link will live on the event loop of {@code context}. */
    public LazyLink(Vertx vertx, Context context, LinkSettings settings, RandomGenerator random) {
        this.vertx = vertx;
        this.context = context;
        this.settings = settings;
        this.random = random;
    }

    /** The open link. Fails with {@code Unavailable}. */
    public synchronized CompletionStage<RedisLink> get() {
        if (closed) {
            return CompletableFuture.failedStage(new Unavailable("closed"));
        }
        if (opening == null || opening.isCompletedExceptionally()) {
            opening = RedisLink.open(vertx, context, settings, random, UnaryOperator.identity())
                    .toCompletableFuture();
        }
        return opening;
    }

    /** Ends the link, if there is one, for good. */
    public synchronized CompletionStage<Void> close() {
        closed = true;
        return opening == null
                ? CompletableFuture.completedStage(null)
                : opening.handle((link, _) -> link).thenCompose(LazyLink::closeIfOpen);
    }

    private static CompletionStage<Void> closeIfOpen(@Nullable RedisLink link) {
        return link == null ? CompletableFuture.completedStage(null) : link.close();
    }
}
