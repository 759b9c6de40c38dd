package io.nightmarket.domain.base;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/** Reads a list a page at a time, from call to call: what always fails at its head must not starve what comes behind. */
public final class Pages {
    private final int size;
    private volatile long after;

    /** @param size the length of a page; after a shorter one the list begins again */
    public Pages(int size) {
        this.size = size;
    }

    /**
     * The next page.
     *
     * @param read what comes after the thing of this id; 0: the first page
     */
    public <T> CompletionStage<List<T>> next(LongFunction<CompletionStage<List<T>>> read, ToLongFunction<T> id) {
        return read.apply(after).thenApply(page -> {
            after = page.size() < size ? 0 : id.applyAsLong(page.getLast());
            return page;
        });
    }
}
