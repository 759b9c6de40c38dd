package io.nightmarket.domain.cache;

/** Notifies all nodes, this one included. Messages are hints: a lost one costs time and nothing else. Never throws. */
public interface InvalidationBus<K> {
    /** The value of the key changed: copies are not served any more. */
    void invalidated(K key);

    /** The shared cache has the key, for which other nodes wait. */
    void loaded(K key);

    /** Receives the messages of other nodes, and of this one. */
    interface Listener<K> {
        void onInvalidated(K key);

        /** All keys: an operator cleared the cache, or messages may have been missed. */
        void onAllInvalidated();

        void onLoaded(K key);
    }
}
