package io.nightmarket.domain.base;

import java.util.HashMap;
import java.util.Map;

/** How many bytes may be held at once, in all and by one holder. Safe for use by several threads. */
public final class ByteBudget<K> {
    private final long max;
    private final long maxOfOne;
    private final Map<K, Long> ofHolders = new HashMap<>();
    private long held;

    /** @param maxOfOne how many one holder may have, so that others find some */
    public ByteBudget(long max, long maxOfOne) {
        this.max = max;
        this.maxOfOne = maxOfOne;
    }

    /** False, and nothing is taken, when more would be held than may be. */
    public synchronized boolean take(K holder, long bytes) {
        long own = ofHolders.getOrDefault(holder, 0L) + bytes;
        if (own > maxOfOne || held + bytes > max) {
            return false;
        }
        ofHolders.put(holder, own);
        held += bytes;
        return true;
    }

    /** Gives back what was taken. */
    public synchronized void give(K holder, long bytes) {
        held -= bytes;
        ofHolders.computeIfPresent(holder, (_, own) -> own == bytes ? null : own - bytes);
    }
}
