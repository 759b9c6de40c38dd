package io.nightmarket.domain.cache;

import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.lock.LockOptions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Rebuilds one stale entry, once in the cluster: whoever finds another at it leaves it to that one. */
public final class RebuildEntry<K, V> {
    private static final LockOptions OPTIONS = LockOptions.fixed(Duration.ofSeconds(10));

    private final Cache<K, V> cache;
    private final ReadThrough<K, V> reader;
    private final DistributedLock lock;
    private final Function<K, String> lockName;

    public RebuildEntry(
            Cache<K, V> cache, ReadThrough<K, V> reader, DistributedLock lock, Function<K, String> lockName) {
        this.cache = cache;
        this.reader = reader;
        this.lock = lock;
        this.lockName = lockName;
    }

    /** True when this call rebuilt the entry, false when that was not needed or is another's work. */
    public CompletionStage<Boolean> rebuild(K key) {
        return lock.withLease(lockName.apply(key), OPTIONS, _ -> rebuildIfStale(key))
                .thenApply(done -> done.orElse(false));
    }

    private CompletionStage<Boolean> rebuildIfStale(K key) {
        return cache.find(key).thenCompose(cached -> switch (cached) {
            case Cached.Stale<V> _ -> reader.rebuild(key).thenApply(_ -> true);
            case Cached.Fresh<V> _, Cached.KnownAbsent<V> _, Cached.Missing<V> _ ->
                CompletableFuture.completedStage(false);
        });
    }
}
