package io.nightmarket.bootstrap.feature;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.bootstrap.config.EpochMaxAge;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.ManualTimers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class EpochLimitTest {
    private static final Optional<Duration> LIMITED = Optional.of(EpochLimit.WITH_REPLICAS);
    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private final ManualTimers timers = new ManualTimers();
    private final Deque<CompletableFuture<Boolean>> asked = new ArrayDeque<>();

    private EpochLimit limit(EpochMaxAge setting) {
        return new EpochLimit(
                setting,
                () -> {
                    asked.add(new CompletableFuture<>());
                    return asked.getLast();
                },
                timers);
    }

    @Test
    void whatIsSetIsNotLookedUp() {
        assertEquals(Optional.empty(), limit(new EpochMaxAge.Unbounded()).get());
        assertEquals(
                Optional.of(Duration.ofSeconds(9)),
                limit(new EpochMaxAge.Limited(Duration.ofSeconds(9))).get());
        assertEquals(0, asked.size());
    }

    @Test
    void theLimitComesAndGoesWithReplicas() {
        EpochLimit auto = limit(new EpochMaxAge.Auto());
        assertEquals(LIMITED, auto.get(), "not known yet");
        asked.getLast().complete(false);
        assertEquals(Optional.empty(), auto.get());

        timers.advance(INTERVAL);
        assertEquals(Optional.empty(), auto.get());
        asked.getLast().complete(true);
        assertEquals(LIMITED, auto.get());

        timers.advance(INTERVAL);
        assertEquals(LIMITED, auto.get());
        asked.getLast().completeExceptionally(new Unavailable("away"));
        assertEquals(LIMITED, auto.get());
    }

    @Test
    void redisIsAskedOncePerInterval() {
        EpochLimit auto = limit(new EpochMaxAge.Auto());
        for (int i = 0; i < 1_000; i++) {
            timers.advance(Duration.ofMillis(10));
            var _ = auto.get();
        }

        assertEquals(2, asked.size());
    }
}
