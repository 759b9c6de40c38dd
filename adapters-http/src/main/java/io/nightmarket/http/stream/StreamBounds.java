package io.nightmarket.http.stream;

import io.nightmarket.http.HttpConfig;
import java.util.HashMap;
import java.util.Map;

/** How many streams of all kinds a node has, in all and by address. Safe for use by several threads. */
public final class StreamBounds {
    /** Without a limit of connections. */
    private static final int MAX = 10_000;

    private final int max;
    private final int maxPerAddress;
    private final Map<Long, Integer> byAddress = new HashMap<>();
    private int taken;

    /** Streams take half of the connections at most, so that requests find some. */
    public StreamBounds(HttpConfig.Connections limits) {
        this.max = limits.total() == 0 ? MAX : Math.max(1, limits.total() / 2);
        this.maxPerAddress = limits.perAddress() == 0 ? max : Math.max(1, limits.perAddress() / 2);
    }

    /** Counts one more and answers true, or answers false when there are too many. */
    synchronized boolean take(long address) {
        if (taken >= max || byAddress.getOrDefault(address, 0) >= maxPerAddress) {
            return false;
        }
        taken++;
        byAddress.merge(address, 1, Integer::sum);
        return true;
    }

    synchronized void release(long address) {
        byAddress.computeIfPresent(address, (_, count) -> count == 1 ? null : count - 1);
        taken--;
    }

    int max() {
        return max;
    }
}
