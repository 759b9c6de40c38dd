package io.nightmarket.domain.lock;

import io.nightmarket.domain.concurrent.Timers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** A lock made of leases: the waiting, the watchdog and the end of a hold are here, the same for every store. */
public final class LeasedLock implements DistributedLock {
    private final LeaseStore store;
    private final Timers timers;
    private final RandomGenerator random;
    private final String node;
    private final AtomicLong claims = new AtomicLong();

    /** @param node begins the name of every holder, has no blanks, and differs from that of every other lock that ever was */
    public LeasedLock(LeaseStore store, Timers timers, RandomGenerator random, String node) {
        this.store = store;
        this.timers = timers;
        this.random = random;
        this.node = node;
    }

    @Override
    public CompletionStage<Optional<Hold>> tryAcquire(String key, LockOptions options) {
        String holder = node + ':' + claims.incrementAndGet();
        Claim claim = new Claim(key, holder, options.lease(), Duration.ZERO);
        return new Acquisition(store, timers, random, claim, options).begin();
    }

    @Override
    public <T> CompletionStage<Optional<T>> withLease(
            String key, LockOptions options, Function<Hold, ? extends CompletionStage<T>> work) {
        return new WorkUnderLock<Hold, T>(tryAcquire(key, options), Hold::release, work).begin();
    }
}
