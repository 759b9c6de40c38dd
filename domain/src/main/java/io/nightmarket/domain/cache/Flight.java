package io.nightmarket.domain.cache;

/**
 * One way of reading a key, for all readers who share it.
 *
 * @param ticket drawn before anything was read
 * @param hot whether the key is worth a near copy
 * @param lastLookAt when the shared cache is looked into for the last time, in nanoseconds of the timers
 */
record Flight<K>(K key, long ticket, boolean hot, long lastLookAt) {}
