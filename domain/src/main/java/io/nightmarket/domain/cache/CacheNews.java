package io.nightmarket.domain.cache;

/** Word to all nodes, this one included. Hints: what is lost costs time and nothing else. Never throws. */
public interface CacheNews<K> {
    /** What is known of the key is no longer so. */
    void changed(K key);

    /** The shared cache has the key, for which others wait. */
    void filled(K key);

    /** Who hears such word of other nodes, and of this one. */
    interface Listener<K> {
        void forget(K key);

        /** Word may have been missed. */
        void forgetAll();

        void filled(K key);
    }
}
