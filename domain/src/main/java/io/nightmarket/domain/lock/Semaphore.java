package io.nightmarket.domain.lock;

import static io.nightmarket.domain.base.Arguments.require;

import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.lock.PermitStore.Permits;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/** Keys with a number of permits, of which one holder takes several at once, all or none; first come, first served. */
public final class Semaphore {
    private final PermitStore store;
    private final Timers timers;
    private final RandomGenerator random;
    private final String node;
    /** By the number of permits taken at once. */
    private final Map<Integer, LeasedLock> locks = new ConcurrentHashMap<>();

    /** The arguments are as in {@link LeasedLock}. */
    public Semaphore(PermitStore store, Timers timers, RandomGenerator random, String node) {
        this.store = store;
        this.timers = timers;
        this.random = random;
        this.node = node;
    }

    /** As {@link DistributedLock#tryAcquire}, for this number of permits, which are released together. */
    public CompletionStage<Optional<LockHandle>> tryAcquire(String key, int permits, LockOptions options) {
        return taking(permits).tryAcquire(key, options);
    }

    /** The view of this semaphore that takes this number of permits at once. */
    public DistributedLock taking(int permits) {
        checkNumber(permits);
        return locks.computeIfAbsent(permits, weight -> new LeasedLock(store.leases(weight), timers, random, node));
    }

    /** As {@link PermitStore#count}. */
    public CompletionStage<Permits> permits(String key) {
        return store.count(key);
    }

    /** As {@link PermitStore#change}. */
    public CompletionStage<Void> change(String key, int total) {
        checkNumber(total);
        return store.change(key, total);
    }

    private static void checkNumber(int permits) {
        require(
                permits >= 1 && permits <= PermitStore.MAX_PERMITS,
                "a semaphore has 1 to " + PermitStore.MAX_PERMITS + " permits, not " + permits);
    }
}
