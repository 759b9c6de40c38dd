package io.nightmarket.domain.base;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Deletes what is older than it is to be kept.
 *
 * @param some deletes some of what is older than a time, and answers how many
 */
public record Prune(Function<Instant, CompletionStage<Integer>> some, Duration kept, Clock clock) {
    /** Deletes all that are old enough, some at a time. */
    public CompletionStage<Void> iterate() {
        Instant before = clock.instant().minus(kept);
        return OneByOne.untilNothingIsLeft(() -> some.apply(before));
    }
}
