package io.nightmarket.domain.lock;

import io.nightmarket.domain.concurrent.Calls;
import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.failure.DomainFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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
        CompletableFuture<Optional<Hold>> acquired = tryAcquire(key, options).toCompletableFuture();
        CompletableFuture<Optional<T>> answer = acquired.thenCompose(hold -> hold.isPresent()
                ? workAndRelease(hold.get(), work)
                : CompletableFuture.<Optional<T>>completedFuture(Optional.empty()));
        var _ = answer.whenComplete((_, _) -> {
            boolean _ = acquired.cancel(false);
        });
        return answer;
    }

    private static <T> CompletionStage<Optional<T>> workAndRelease(
            Hold hold, Function<Hold, ? extends CompletionStage<T>> work) {
        CompletionStage<T> done = Calls.start(() -> work.apply(hold));
        return done.handle((value, failure) -> hold.release()
                        .handle((_, _) -> failure)
                        .<Optional<T>>thenCompose(problem -> problem == null
                                ? CompletableFuture.completedStage(Optional.ofNullable(value))
                                : CompletableFuture.failedStage(DomainFailure.causeOf(problem))))
                .thenCompose(stage -> stage);
    }
}
