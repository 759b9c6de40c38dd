package io.nightmarket.domain.base;

import java.util.HashMap;
import java.util.Map;

/** How much may be held at once, in all and by one holder. Safe for use by several threads. */
public final class Budget<K> {
    private final long max;
    private final long maxOfOne;
    private final Map<K, Long> ofHolders = new HashMap<>();
    private long held;

    /** @param maxOfOne how much one holder may have, so that others find some */
    public Budget(long max, long maxOfOne) {
        this.max = max;
        this.maxOfOne = maxOfOne;
    }

    /** False, and nothing is taken, when more would be held than may be. */
    public synchronized boolean take(K holder, long amount) {
        long own = ofHolders.getOrDefault(holder, 0L) + amount;
        if (own > maxOfOne || held + amount > max) {
            return false;
        }
        ofHolders.put(holder, own);
        held += amount;
        return true;
    }

    /** Gives back what was taken. */
    public synchronized void give(K holder, long amount) {
        held -= amount;
        ofHolders.computeIfPresent(holder, (_, own) -> own == amount ? null : own - amount);
    }
}
