package io.nightmarket.domain.cache;

import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether news was missed. Each node numbers its news, and repeats the last number every so often when it has none:
 * a number left out, a node that was not heard of before and a node that falls silent all mean that something may have
 * been. Safe for use by several threads.
 */
public final class NewsSequence {
    private final Map<String, Heard> nodes = new HashMap<>();
    private final Duration silence;
    private final LongSupplier nanoTime;

    private record Heard(long number, long at) {}

    /** @param silence a node without messages for this time is gone, or can't be heard */
    public NewsSequence(Duration silence, LongSupplier nanoTime) {
        this.silence = silence;
        this.nanoTime = nanoTime;
    }

    /** News that follows the last of its node; otherwise some may have been missed. */
    public boolean follows(String node, long number) {
        return hear(node, number, number - 1);
    }

    /** A repetition of the node's last number. False when news may have been missed. */
    public boolean repeats(String node, long number) {
        return hear(node, number, number);
    }

    private synchronized boolean hear(String node, long number, long expected) {
        @Nullable Heard last = nodes.get(node);
        long latest = last == null ? number : Math.max(last.number(), number);
        nodes.put(node, new Heard(latest, nanoTime.getAsLong()));
        return last != null && last.number() == expected;
    }

    /** Forgets nodes that fell silent. True when there were any. */
    public synchronized boolean forgetSilent() {
        boolean any = false;
        for (Iterator<Heard> all = nodes.values().iterator(); all.hasNext(); ) {
            if (nanoTime.getAsLong() - all.next().at() > silence.toNanos()) {
                all.remove();
                any = true;
            }
        }
        return any;
    }
}
