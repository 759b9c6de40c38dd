package io.nightmarket.bootstrap;

import com.github.benmanes.caffeine.cache.Caffeine;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.MissedWrites;
import java.time.Duration;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs what was not written, at intervals for each kind, so that an outage makes few lines. */
final class MissedWritesLog implements MissedWrites {
    static final Duration PAUSE = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(MissedWritesLog.class);
    private static final int MAX_KINDS = 100;

    private final ConcurrentMap<String, Boolean> said;

    MissedWritesLog(LongSupplier nanoTime) {
        this.said = Caffeine.newBuilder()
                .expireAfterWrite(PAUSE)
                .maximumSize(MAX_KINDS)
                .ticker(nanoTime::getAsLong)
                .<String, Boolean>build()
                .asMap();
    }

    @Override
    public void note(String what, Throwable failure) {
        if (said.putIfAbsent(what, true) == null) {
            // The stack of a bug is worth its lines.
            Throwable stack = failure instanceof DomainFailure ? null : failure;
            LOG.warn(
                    "{} was not written, and the request answered all the same; more of the kind are not logged for {} s: {}",
                    what,
                    PAUSE.toSeconds(),
                    failure.toString(),
                    stack);
        }
    }
}
