package io.nightmarket.domain.base;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;

/** A bounded map: when it is full, the entry goes that was not used for the longest time. Safe for use by several threads. */
public final class RecentlyUsed<K, V> {
    private final Map<K, V> entries;

    /** @param max entries at most */
    public RecentlyUsed(int max) {
        this.entries = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > max;
            }
        };
    }

    public synchronized Optional<V> find(K key) {
        return Optional.ofNullable(entries.get(key));
    }

    /** Puts the value, merged with the one that is there. */
    public synchronized void merge(K key, V value, BinaryOperator<V> merging) {
        entries.merge(key, value, merging);
    }
}
