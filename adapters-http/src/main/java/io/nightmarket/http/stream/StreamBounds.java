package io.nightmarket.http.stream;

import io.nightmarket.domain.base.Budget;
import io.nightmarket.http.HttpConfig;

/** How many streams of all kinds a node has, in all and by address. Safe for use by several threads. */
public final class StreamBounds {
    /** Without a limit of connections. */
    private static final int MAX = 10_000;

    private final int max;
    private final Budget<Long> places;

    /** Streams take half of the connections at most, so that requests find some. */
    public StreamBounds(HttpConfig.Connections limits) {
        this.max = limits.total() == 0 ? MAX : Math.max(1, limits.total() / 2);
        this.places = new Budget<>(max, limits.perAddress() == 0 ? max : Math.max(1, limits.perAddress() / 2));
    }

    /** Counts one more and answers true, or answers false when there are too many. */
    boolean take(long address) {
        return places.take(address, 1);
    }

    void release(long address) {
        places.give(address, 1);
    }

    int max() {
        return max;
    }
}
