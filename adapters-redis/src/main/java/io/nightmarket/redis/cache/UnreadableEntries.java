package io.nightmarket.redis.cache;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs entries that can't be read. */
final class UnreadableEntries {
    private static final Logger LOG = LoggerFactory.getLogger(UnreadableEntries.class);

    private final AtomicBoolean warned = new AtomicBoolean();

    /** Warns once: after a change of format there is one for every key. */
    void log(String entry) {
        if (warned.compareAndSet(false, true)) {
            LOG.warn(
                    "The cache entry {} can't be read and counts as missing; others like it are logged at debug",
                    entry);
        } else {
            LOG.debug("The cache entry {} can't be read and counts as missing", entry);
        }
    }
}
