package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.config.EpochMaxAge;
import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.OncePer;
import io.nightmarket.domain.base.Timers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The maximum age of epochs. For {@code auto} Redis is asked for replicas, in the background and by a call that needs
 * the answer, every {@value #INTERVAL_SECONDS} s at most; until its first answer, and while it gives none, nothing
 * changes.
 */
final class EpochLimit implements Supplier<Optional<Duration>> {
    /** The maximum age of an epoch where Redis has or had replicas. */
    static final Duration WITH_REPLICAS = Duration.ofSeconds(5);

    private static final int INTERVAL_SECONDS = 5;
    private static final Logger LOG = LoggerFactory.getLogger(EpochLimit.class);

    private final EpochMaxAge setting;
    private final Supplier<CompletionStage<Boolean>> isReplicated;
    private final OncePer question;
    private volatile boolean replicated = true;

    EpochLimit(EpochMaxAge setting, Supplier<CompletionStage<Boolean>> isReplicated, Timers timers) {
        this.setting = setting;
        this.isReplicated = isReplicated;
        this.question = new OncePer(Duration.ofSeconds(INTERVAL_SECONDS), timers::nanoTime);
    }

    @Override
    public Optional<Duration> get() {
        return switch (setting) {
            case EpochMaxAge.Unbounded _ -> Optional.empty();
            case EpochMaxAge.Limited(Duration limit) -> Optional.of(limit);
            case EpochMaxAge.Auto _ -> {
                askIfDue();
                yield replicated ? Optional.of(WITH_REPLICAS) : Optional.empty();
            }
        };
    }

    private void askIfDue() {
        if (question.tryBegin()) {
            var _ = Calls.start(isReplicated)
                    .thenAccept(answer -> replicated = answer)
                    .exceptionally(failure -> {
                        LOG.debug(
                                "Redis does not report its replicas; the maximum age of epochs stays as it was",
                                failure);
                        return null;
                    });
        }
    }
}
