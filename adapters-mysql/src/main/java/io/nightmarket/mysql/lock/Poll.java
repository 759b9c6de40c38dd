package io.nightmarket.mysql.lock;

import io.nightmarket.domain.lock.LeaseStore.Attempt;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** When to ask again for what another process may have given back meanwhile: soon, and not all at once. */
final class Poll {
    private static final int SHORTEST_MILLIS = 50;
    private static final int LONGEST_MILLIS = 250;
    private static final Duration SOON = Duration.ofMillis(1);

    private final RandomGenerator random;

    Poll(RandomGenerator random) {
        this.random = random;
    }

    Attempt busy() {
        return new Attempt.Busy(pause());
    }

    /** @param left how long the lease that is in the way still lasts, as far as is known */
    Attempt busy(Duration left) {
        Duration pause = pause();
        Duration sooner = left.compareTo(pause) < 0 ? left : pause;
        return new Attempt.Busy(sooner.compareTo(SOON) < 0 ? SOON : sooner);
    }

    private Duration pause() {
        return Duration.ofMillis(random.nextInt(SHORTEST_MILLIS, LONGEST_MILLIS + 1));
    }
}
