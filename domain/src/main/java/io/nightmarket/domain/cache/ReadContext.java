package io.nightmarket.domain.cache;

/**
 * One read of a key past this node's memory, shared by all callers that join it.
 *
 * @param generation the key's generation in the near cache before anything was read
 * @param hot whether the key is worth a near copy
 * @param lastPollAt when the shared cache is polled for the last time, in nanoseconds of the timers
 */
record ReadContext<K>(K key, long generation, boolean hot, long lastPollAt) {}
