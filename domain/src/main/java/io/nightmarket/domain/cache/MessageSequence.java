package io.nightmarket.domain.cache;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Detects missed messages. Each node numbers its messages, and repeats the last number in a heartbeat: a gap, an unknown
 * node and a node that falls silent all mean that messages may have been missed. Safe for use by several threads.
 */
public final class MessageSequence {
    private final Map<String, Last> nodes = new HashMap<>();
    private final Duration silence;
    private final LongSupplier nanoTime;

    private record Last(long number, long at) {}

    /** @param silence a node without messages for this time is gone, or can't be reached */
    public MessageSequence(Duration silence, LongSupplier nanoTime) {
        this.silence = silence;
        this.nanoTime = nanoTime;
    }

    /** A new message. False when messages before it may have been missed. */
    public boolean isNext(String node, long number) {
        return receive(node, number, number - 1);
    }

    /** A heartbeat with the node's last number. False when messages may have been missed. */
    public boolean isCurrent(String node, long number) {
        return receive(node, number, number);
    }

    private synchronized boolean receive(String node, long number, long expected) {
        @Nullable Last last = nodes.get(node);
        long latest = last == null ? number : Math.max(last.number(), number);
        nodes.put(node, new Last(latest, nanoTime.getAsLong()));
        return last != null && last.number() == expected;
    }

    /** Removes nodes that fell silent. True when there were any. */
    public synchronized boolean removeSilent() {
        return nodes.values().removeIf(last -> nanoTime.getAsLong() - last.at() > silence.toNanos());
    }
}
