package io.nightmarket.mysql.lock;

import io.nightmarket.domain.lock.LeaseStore.Attempt;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** When to ask again for what another process may have released meanwhile: soon, with jitter. */
final class PollInterval {
    private static final int SHORTEST_MILLIS = 50;
    private static final int LONGEST_MILLIS = 250;
    private static final Duration SOON = Duration.ofMillis(1);

    private final RandomGenerator random;

    PollInterval(RandomGenerator random) {
        this.random = random;
    }

    Attempt busy() {
        return new Attempt.Busy(pause());
    }

    /** @param left the known rest of the lease that others hold */
    Attempt busy(Duration left) {
        Duration pause = pause();
        Duration sooner = left.compareTo(pause) < 0 ? left : pause;
        return new Attempt.Busy(sooner.compareTo(SOON) < 0 ? SOON : sooner);
    }

    private Duration pause() {
        return Duration.ofMillis(random.nextInt(SHORTEST_MILLIS, LONGEST_MILLIS + 1));
    }
}
