package io.nightmarket.bench.lock;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.redisson.api.RFencedLock;

/**
 * Redisson's lock with fencing tokens. It answers a token only to the thread that runs, not to one given by its id: so
 * a key may have one taker at a time here.
 */
final class RedissonFencedNode implements LockNode {
    private final Function<String, RFencedLock> maker;
    private final ConcurrentMap<String, RFencedLock> locks = new ConcurrentHashMap<>();

    RedissonFencedNode(Function<String, RFencedLock> maker) {
        this.maker = maker;
    }

    @Override
    public void start(Runnable work) {
        work.run();
    }

    @Override
    public CompletionStage<Optional<Taken>> take(String key, Duration patience) {
        if (!patience.isZero()) {
            throw new IllegalArgumentException("those who wait on one thread would enter together");
        }
        RFencedLock lock = locks.computeIfAbsent(key, maker);
        long thread = Thread.currentThread().threadId();
        return lock.tryLockAndGetTokenAsync()
                .thenApply(token -> Optional.ofNullable(token).map(got -> new Held(lock, thread, got)));
    }

    private record Held(RFencedLock lock, long thread, long token) implements Taken {
        @Override
        public CompletionStage<?> release() {
            return lock.unlockAsync(thread);
        }
    }
}
