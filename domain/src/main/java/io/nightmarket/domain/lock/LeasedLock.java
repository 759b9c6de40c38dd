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
    private final LockContext context;
    private final String holders;
    private final AtomicLong claims = new AtomicLong();

    /**
     * @param random also tells the holders of this lock from those of every other
     * @param node begins the name of every holder, for operators; has no blanks
     */
    public LeasedLock(LeaseStore store, Timers timers, RandomGenerator random, String node) {
        this.store = store;
        this.context = LockContext.of(timers, random);
        this.holders = node + ':' + Integer.toHexString(random.nextInt()) + ':';
    }

    @Override
    public CompletionStage<Optional<Hold>> tryAcquire(String key, LockOptions options) {
        String holder = holders + claims.incrementAndGet();
        Claim claim = new Claim(key, holder, options.lease(), Duration.ZERO);
        return new Acquisition(store, context, claim, options).begin();
    }

    @Override
    public <T> CompletionStage<Optional<T>> withLease(
            String key, LockOptions options, Function<Hold, ? extends CompletionStage<T>> work) {
        return new WorkUnderLock<Hold, T>(tryAcquire(key, options), Hold::release, work).begin();
    }

    /** Has the holds of the key ask the store whether they live: those that don't are lost at once. */
    public void verify(String key) {
        context.held().stream().filter(hold -> hold.key().equals(key)).forEach(LeasedHold::verify);
    }

    /** How many releases are retried for want of a confirmation. */
    public int pendingGiveUps() {
        return context.giveUps().pending();
    }
}
