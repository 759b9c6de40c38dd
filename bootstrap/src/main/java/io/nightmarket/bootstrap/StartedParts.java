package io.nightmarket.bootstrap;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of a node that were started, to be closed in the opposite order. Safe for use by several threads. */
final class StartedParts {
    private static final Logger LOG = LoggerFactory.getLogger(StartedParts.class);

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private boolean refusesMore;

    /** Adds a part; or, when no more are taken, closes it and answers false. */
    boolean add(AutoCloseable part) {
        synchronized (parts) {
            if (!refusesMore) {
                parts.push(part);
                return true;
            }
        }
        close(part);
        return false;
    }

    void refuseMore() {
        synchronized (parts) {
            refusesMore = true;
        }
    }

    /** Closes the last first; one that fails is logged. */
    void closeAll() {
        for (AutoCloseable part = next(); part != null; part = next()) {
            close(part);
        }
    }

    private @Nullable AutoCloseable next() {
        synchronized (parts) {
            return parts.poll();
        }
    }

    private static void close(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            LOG.warn("A part did not stop properly", e);
        }
    }
}
