package io.nightmarket.domain.lock;

import io.nightmarket.domain.base.Timers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** A lock made of leases: waiting, watchdog and the end of a handle are here, the same for every store. */
public final class LeasedLock implements DistributedLock {
    private final LeaseStore store;
    private final LockContext context;
    private final String holders;
    private final AtomicLong requests = new AtomicLong();

    /**
     * @param random also makes the names of holders unique
     * @param node the prefix of holders' names, for operators; has no blanks
     */
    public LeasedLock(LeaseStore store, Timers timers, RandomGenerator random, String node) {
        this.store = store;
        this.context = LockContext.of(timers, random);
        this.holders = node + ':' + Integer.toHexString(random.nextInt()) + ':';
    }

    @Override
    public CompletionStage<Optional<LockHandle>> tryAcquire(String key, LockOptions options) {
        String holder = holders + requests.incrementAndGet();
        LeaseRequest request = new LeaseRequest(key, holder, options.lease(), Duration.ZERO);
        return new LockAcquisition(store, context, request, options).begin();
    }

    @Override
    public <T> CompletionStage<Optional<T>> withLease(
            String key, LockOptions options, Function<LockHandle, ? extends CompletionStage<T>> work) {
        return new WorkUnderLock<LockHandle, T>(tryAcquire(key, options), LockHandle::release, work).begin();
    }

    /** Has the handles of the key ask the store whether they still hold it: those that don't are lost at once. */
    public void verify(String key) {
        context.held().stream().filter(handle -> handle.key().equals(key)).forEach(LeasedLockHandle::verify);
    }

    /** The number of releases that are retried until the store confirms them. */
    public int pendingReleases() {
        return context.backgroundReleases().pending();
    }
}
