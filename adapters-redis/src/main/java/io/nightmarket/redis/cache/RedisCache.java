package io.nightmarket.redis.cache;

import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.Cached;
import io.nightmarket.redis.link.RedisLink;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A cache on Redis: staleness by the node's clock and a time in the entry, the end by the key's own expiry. */
public final class RedisCache<K, V> implements Cache<K, V> {
    private static final Logger LOG = LoggerFactory.getLogger(RedisCache.class);

    private final RedisLink link;
    private final Function<K, String> keys;
    private final CacheEntryCodec<V> codec;
    private final CacheExpiry expiry;
    private final Clock clock;
    private final RandomGenerator random;
    private final AtomicBoolean warned = new AtomicBoolean();

    public RedisCache(
            RedisLink link,
            Function<K, String> keys,
            CacheEntryCodec<V> codec,
            CacheExpiry expiry,
            Clock clock,
            RandomGenerator random) {
        this.link = link;
        this.keys = keys;
        this.codec = codec;
        this.expiry = expiry;
        this.clock = clock;
        this.random = random;
    }

    @Override
    public CompletionStage<Cached<V>> find(K key) {
        String name = keys.apply(key);
        return link.read(Request.cmd(Command.GET).arg(name))
                .thenApply(
                        reply -> reply.textIfAny().map(text -> read(name, text)).orElseGet(Cached.Missing::new));
    }

    private Cached<V> read(String name, String text) {
        Optional<CacheEntry<V>> entry = codec.read(text);
        if (entry.isEmpty()) {
            tellOfUnreadable(name);
            return new Cached.Missing<>();
        }
        @Nullable V value = entry.get().value();
        if (value == null) {
            return new Cached.KnownAbsent<>();
        }
        return clock.millis() < entry.get().freshUntil() ? new Cached.Fresh<>(value) : new Cached.Stale<>(value);
    }

    /** Once aloud: after a change of format there is one for every key. */
    private void tellOfUnreadable(String name) {
        if (warned.compareAndSet(false, true)) {
            LOG.warn("The cache entry {} can't be read and counts as missing; others like it are told at debug", name);
        } else {
            LOG.debug("The cache entry {} can't be read and counts as missing", name);
        }
    }

    @Override
    public CompletionStage<Void> put(K key, V value) {
        long fresh = expiry.fresh().toMillis() + upTo(expiry.jitter());
        return set(
                key,
                new CacheEntry<>(value, clock.millis() + fresh),
                fresh + expiry.keep().toMillis());
    }

    @Override
    public CompletionStage<Void> putAbsent(K key) {
        Duration absentFor = expiry.absentFor();
        long millis = absentFor.toMillis() + upTo(absentFor.dividedBy(10));
        return set(key, new CacheEntry<>(null, clock.millis() + millis), millis);
    }

    private long upTo(Duration jitter) {
        return random.nextLong(jitter.toMillis() + 1);
    }

    private CompletionStage<Void> set(K key, CacheEntry<V> entry, long millis) {
        return link.send(Request.cmd(Command.SET)
                        .arg(keys.apply(key))
                        .arg(codec.write(entry))
                        .arg("PX")
                        .arg(millis))
                .thenAccept(_ -> {});
    }

    @Override
    public CompletionStage<Void> evict(K key) {
        return link.send(Request.cmd(Command.DEL).arg(keys.apply(key))).thenAccept(_ -> {});
    }
}
