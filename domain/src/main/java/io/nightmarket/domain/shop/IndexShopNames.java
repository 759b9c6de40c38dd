package io.nightmarket.domain.shop;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/**
 * Makes shops findable by name that other software wrote, slice by slice, over all shops again and again, with a minute's rest
 * after the last. One node is enough; several at once do no harm.
 */
public final class IndexShopNames {
    private static final int SLICE = 200;
    private static final Duration REST = Duration.ofMinutes(1);

    private final NameIndex index;
    private final LongSupplier nanoTime;
    private volatile long last;
    private volatile long due;

    /** As {@link ShopRepository#indexNames}. */
    @FunctionalInterface
    public interface NameIndex {
        CompletionStage<Long> index(long after, int max);
    }

    public IndexShopNames(NameIndex index, LongSupplier nanoTime) {
        this.index = index;
        this.nanoTime = nanoTime;
        this.due = nanoTime.getAsLong();
    }

    /** One slice, unless it rests; one that fails is repeated by the next iteration. */
    public CompletionStage<Void> iterate() {
        long now = nanoTime.getAsLong();
        if (now - due < 0) {
            return CompletableFuture.completedStage(null);
        }
        return index.index(last, SLICE).thenAccept(greatest -> {
            due = greatest == 0 ? now + REST.toNanos() : now;
            last = greatest;
        });
    }
}
