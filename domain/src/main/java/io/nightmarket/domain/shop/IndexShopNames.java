package io.nightmarket.domain.shop;

import java.util.concurrent.CompletionStage;

/**
 * Makes shops findable by name that other software wrote, slice by slice, over all shops again and again. One node is enough;
 * several at once do no harm.
 */
public final class IndexShopNames {
    private static final int SLICE = 200;

    private final NameIndex index;
    private volatile long last;

    /** As {@link ShopRepository#indexNames}. */
    @FunctionalInterface
    public interface NameIndex {
        CompletionStage<Long> index(long after, int max);
    }

    public IndexShopNames(NameIndex index) {
        this.index = index;
    }

    /** One slice; one that fails is repeated by the next iteration. */
    public CompletionStage<Void> iterate() {
        return index.index(last, SLICE).thenAccept(greatest -> last = greatest);
    }
}
