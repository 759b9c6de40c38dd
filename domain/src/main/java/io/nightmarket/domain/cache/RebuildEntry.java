package io.nightmarket.domain.cache;

import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.lock.LockOptions;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Rebuilds one stale entry, once in the cluster: whoever finds another at it leaves it to that one. */
public final class RebuildEntry<K, V> {
    private static final LockOptions OPTIONS = LockOptions.fixed(Duration.ofSeconds(10));

    private final ReadThrough<K, V> reader;
    private final DistributedLock lock;
    private final Function<K, String> lockName;

    public RebuildEntry(ReadThrough<K, V> reader, DistributedLock lock, Function<K, String> lockName) {
        this.reader = reader;
        this.lock = lock;
        this.lockName = lockName;
    }

    /**
     * True when this call rebuilt the entry, false when that was not needed or is another's work.
     *
     * @param seen the {@link Cached#version version} of the stale entry: a later one is left alone
     */
    public CompletionStage<Boolean> rebuild(K key, long seen) {
        return lock.withLease(lockName.apply(key), OPTIONS, _ -> reader.rebuild(key, seen))
                .thenApply(done -> done.orElse(false));
    }
}
