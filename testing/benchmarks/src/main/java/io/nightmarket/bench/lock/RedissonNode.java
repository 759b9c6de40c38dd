package io.nightmarket.bench.lock;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.redisson.api.RLock;

/**
 * Redisson's lock by its asynchronous calls. Each taking is that of another thread, by its id, for a lock is re-entered
 * by the same one.
 */
final class RedissonNode implements LockNode {
    private static final long WATCHED = -1;

    private final Function<String, RLock> maker;
    private final ConcurrentMap<String, RLock> locks = new ConcurrentHashMap<>();
    private final AtomicLong threads = new AtomicLong();

    /** @param maker one of the makers of locks of a client */
    RedissonNode(Function<String, RLock> maker) {
        this.maker = maker;
    }

    @Override
    public void start(Runnable work) {
        work.run();
    }

    @Override
    public CompletionStage<Optional<Taken>> take(String key, Duration patience) {
        RLock lock = locks.computeIfAbsent(key, maker);
        long thread = threads.incrementAndGet();
        CompletionStage<Boolean> taken = patience.isZero()
                ? lock.tryLockAsync(thread)
                : lock.tryLockAsync(patience.toMillis(), WATCHED, TimeUnit.MILLISECONDS, thread);
        return taken.thenApply(got -> got ? Optional.of(new Held(lock, thread)) : Optional.empty());
    }

    private record Held(RLock lock, long thread) implements Taken {
        @Override
        public long token() {
            return NONE;
        }

        @Override
        public CompletionStage<?> release() {
            return lock.unlockAsync(thread);
        }
    }
}
