package io.nightmarket.domain.base;

/** Measures batches of requests as they are sent. Must be safe for use by several threads. */
@FunctionalInterface
public interface BatchMeter {
    BatchMeter NONE = (_, _) -> {};

    /**
     * A batch is sent.
     *
     * @param waitedNanos how long its first request was queued
     */
    void sent(int requests, long waitedNanos);
}
