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
        Hold hold = new Hold(key, nextToken());
        if (!take(hold, lease)) {
            return CompletableFuture.completedStage(Optional.empty());
        }
        CompletionStage<T> done;
        try {
            done = work.apply(hold);
        } catch (RuntimeException | Error e) {
            done = CompletableFuture.failedStage(e);
        }
        return done.whenComplete((_, _) -> {
                    boolean _ = drop(hold);
                })
                .thenApply(Optional::ofNullable);
    }

    @Override
    public CompletionStage<Boolean> hold(Hold hold, Duration lease) {
        return CompletableFuture.completedStage(take(hold, lease));
    }

    @Override
    public CompletionStage<Boolean> release(Hold hold) {
        return CompletableFuture.completedStage(drop(hold));
    }

    private synchronized String nextToken() {
        tokens++;
        return Long.toString(tokens);
    }

    private synchronized boolean take(Hold hold, Duration lease) {
        Instant now = clock.instant();
        Lease present = leases.get(hold.key());
        if (present != null && now.isBefore(present.until()) && !present.hold().equals(hold)) {
            return false;
        }
        leases.put(hold.key(), new Lease(hold, now.plus(lease)));
        return true;
    }

    private synchronized boolean drop(Hold hold) {
        Lease present = leases.get(hold.key());
        if (present == null || !present.hold().equals(hold) || !clock.instant().isBefore(present.until())) {
            return false;
        }
        leases.remove(hold.key());
        return true;
    }
}
