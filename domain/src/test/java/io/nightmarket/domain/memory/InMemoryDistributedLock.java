package io.nightmarket.domain.memory;

import io.nightmarket.domain.lock.DistributedLock;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Leases by the clock that is passed in. */
public final class InMemoryDistributedLock implements DistributedLock {
    private record Lease(Hold hold, Instant until) {}

    private final Map<String, Lease> leases = new HashMap<>();
    private final Clock clock;
    private long tokens;

    public InMemoryDistributedLock(Clock clock) {
        this.clock = clock;
    }

    @Override
    public <T> CompletionStage<Optional<T>> withLease(
            String key, Duration lease, Function<Hold, ? extends CompletionStage<T>> work) {
        Optional<Hold> acquired = acquire(key, lease);
        if (acquired.isEmpty()) {
            return CompletableFuture.completedStage(Optional.empty());
        }
        Hold hold = acquired.get();
        CompletionStage<T> done;
        try {
            done = work.apply(hold);
        } catch (RuntimeException | Error e) {
            done = CompletableFuture.failedStage(e);
        }
        return done.whenComplete((_, _) -> release(hold)).thenApply(Optional::ofNullable);
    }

    private synchronized Optional<Hold> acquire(String key, Duration lease) {
        Instant now = clock.instant();
        Lease present = leases.get(key);
        if (present != null && now.isBefore(present.until())) {
            return Optional.empty();
        }
        tokens++;
        Hold hold = new Hold(key, Long.toString(tokens));
        leases.put(key, new Lease(hold, now.plus(lease)));
        return Optional.of(hold);
    }

    private synchronized void release(Hold hold) {
        Lease present = leases.get(hold.key());
        if (present != null && present.hold().equals(hold)) {
            leases.remove(hold.key());
        }
    }
}
