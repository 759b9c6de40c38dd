package io.nightmarket.redis.cache;

import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheTimes;
import io.nightmarket.domain.cache.Cached;
import io.nightmarket.domain.cache.Claim;
import io.nightmarket.domain.cache.Loaded;
import io.nightmarket.domain.concurrent.BackgroundReleases;
import io.nightmarket.domain.concurrent.Calls;
import io.nightmarket.domain.failure.Corrupt;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.failure.TimedOut;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cache on Redis. What is stale follows from the node's clock and a time in the entry, the end from the key's own
 * expiry. A lease is a key beside the entry's.
 */
public final class RedisCache<K, V> implements Cache<K, V> {
    private static final Logger LOG = LoggerFactory.getLogger(RedisCache.class);
    private static final LuaScript CLAIM = LuaScript.load("claim-entry-2");
    private static final LuaScript KEEP = LuaScript.load("keep-entry-2");
    private static final LuaScript RELEASE = LuaScript.load("release-entry-1");
    private static final LuaScript EVICT = LuaScript.load("evict-entry-2");
    private static final LuaScript RUN = LuaScript.load("tell-run-0");

    private static final String FOUND = "found";

    /** As in the script, however many digits there are. */
    private static final Pattern VERSION = Pattern.compile("^\\{\"loadedAt\":([0-9]+),");

    private static final int SCANNED_AT_A_TIME = 1_000;

    private final RedisLink link;
    private final String name;
    private final Function<K, String> text;
    private final CacheEntryCodec<V> codec;
    private final CacheTimes times;
    private final Clock clock;
    private final RandomGenerator random;
    private final CacheBreaker breaker;
    private final BackgroundReleases backgroundReleases;
    private final AtomicBoolean warned = new AtomicBoolean();

    /**
     * @param name of the cache
     * @param text of a key
     * @param random jitter of expiries
     * @param breaker guards the calls that readers wait for; changes are evicted in any case
     * @param backgroundReleases retries releases
     */
    public RedisCache(
            RedisLink link,
            String name,
            Function<K, String> text,
            CacheEntryCodec<V> codec,
            CacheTimes times,
            Clock clock,
            RandomGenerator random,
            CacheBreaker breaker,
            BackgroundReleases backgroundReleases) {
        this.link = link;
        this.name = name;
        this.text = text;
        this.codec = codec;
        this.times = times;
        this.clock = clock;
        this.random = random;
        this.breaker = breaker;
        this.backgroundReleases = backgroundReleases;
    }

    @Override
    public CompletionStage<Cached<V>> find(K key) {
        String entry = entryKey(key);
        return breaker.call(() -> link.read(Request.cmd(Command.GET).arg(entry)))
                .thenApply(reply ->
                        reply.textIfAny().map(found -> read(entry, found)).orElseGet(Cached.Missing::new))
                .exceptionallyCompose(failure -> ofAnotherType(entry, failure));
    }

    private Cached<V> read(String entry, String found) {
        Optional<CacheEntry<V>> read = codec.read(found);
        if (read.isEmpty()) {
            tellOfUnreadable(entry);
        }
        return read.map(known -> known.at(clock.millis(), times)).orElseGet(Cached.Missing::new);
    }

    /** What is no text is no entry. */
    private CompletionStage<Cached<V>> ofAnotherType(String entry, Throwable failure) {
        if (DomainFailure.causeOf(failure) instanceof Corrupt) {
            tellOfUnreadable(entry);
            return CompletableFuture.completedStage(new Cached.Missing<>());
        }
        return CompletableFuture.failedStage(failure);
    }

    /** Once aloud: after a change of format there is one for every key. */
    private void tellOfUnreadable(String entry) {
        if (warned.compareAndSet(false, true)) {
            LOG.warn(
                    "The cache entry {} can't be read and counts as missing; others like it are logged at debug",
                    entry);
        } else {
            LOG.debug("The cache entry {} can't be read and counts as missing", entry);
        }
    }

    /** Releases the lease when the reply is lost: it may have been granted, and no caller knows its token. */
    @Override
    public CompletionStage<Claim<V>> claim(K key, long seen) {
        String token = UUID.randomUUID().toString();
        return ask(key, Long.toString(seen), token)
                .thenCompose(reply -> worthNothing(entryKey(key), reply)
                        // Found by the script, and missing for all readers: to be replaced.
                        .map(version -> ask(key, version, token))
                        .orElseGet(() -> CompletableFuture.completedStage(reply)))
                .thenApply(reply -> claimed(entryKey(key), token, reply))
                .whenComplete((_, failure) -> {
                    if (failure != null && DomainFailure.causeOf(failure) instanceof TimedOut) {
                        var _ = release(key, token);
                    }
                });
    }

    private CompletionStage<Reply> ask(K key, String seen, String token) {
        return breaker.call(() -> link.run(
                CLAIM,
                keys(key),
                List.of(seen, token, Long.toString(times.lease().toMillis()))));
    }

    /** The version of an entry that was found and can't be read, or is past its end; as it is written there. */
    private Optional<String> worthNothing(String entry, Reply reply) {
        List<Reply> parts = reply.parts();
        if (!parts.getFirst().text().equals(FOUND)) {
            return Optional.empty();
        }
        String found = parts.get(1).text();
        Matcher version = VERSION.matcher(found);
        return read(entry, found) instanceof Cached.Missing<V> && version.find()
                ? Optional.of(version.group(1))
                : Optional.empty();
    }

    private Claim<V> claimed(String entry, String token, Reply reply) {
        List<Reply> parts = reply.parts();
        String what = parts.getFirst().text();
        return switch (what) {
            case "granted" -> new Claim.Granted<>(token);
            case "busy" -> new Claim.Busy<>();
            case FOUND -> found(read(entry, parts.get(1).text()));
            default -> throw new Corrupt("claim-entry answered " + what);
        };
    }

    /** An entry that can't be read was put again meanwhile: the caller waits, and claims again. */
    private static <V> Claim<V> found(Cached<V> entry) {
        return entry instanceof Cached.Missing<V> ? new Claim.Busy<>() : new Claim.Found<>(entry);
    }

    @Override
    public CompletionStage<Put> put(K key, Loaded<V> loaded, String lease) {
        boolean exists = loaded.value().isPresent();
        long fresh = exists ? times.freshFor(random) : times.absentFor(random);
        long kept = exists ? fresh + times.keep().toMillis() : fresh;
        CacheEntry<V> entry = new CacheEntry<>(
                loaded.at(),
                clock.millis() + fresh,
                loaded.cost(),
                loaded.value().orElse(null));
        return Calls.start(() -> link.run(KEEP, keys(key), List.of(lease, codec.write(entry), Long.toString(kept))))
                .thenApply(reply -> switch ((int) reply.number()) {
                    case 0 -> Put.REFUSED;
                    case 1 -> Put.KEPT;
                    default -> Put.AWAITED;
                });
    }

    @Override
    public CompletionStage<Void> release(K key, String lease) {
        List<String> keys = List.of(RedisKeys.entryLease(name, text.apply(key)));
        return backgroundReleases.begin(() -> link.run(RELEASE, keys, List.of(lease)), times.lease());
    }

    @Override
    public CompletionStage<String> evict(K key) {
        return link.run(EVICT, keys(key), List.of()).thenApply(Reply::text);
    }

    /** Twice: what was put during the first pass, under a lease of before, is there for the whole of the second. */
    @Override
    public CompletionStage<Void> clear() {
        return clearFrom("0").thenCompose(_ -> clearFrom("0"));
    }

    private CompletionStage<Void> clearFrom(String cursor) {
        Request scan = Request.cmd(Command.SCAN)
                .arg(cursor)
                .arg("MATCH")
                .arg(RedisKeys.anyEntry(name))
                .arg("COUNT")
                .arg(SCANNED_AT_A_TIME);
        return link.send(scan).thenCompose(reply -> {
            String next = reply.parts().getFirst().text();
            CompletionStage<Void> cleared = unlink(reply.parts().getLast().parts());
            return "0".equals(next) ? cleared : cleared.thenCompose(_ -> clearFrom(next));
        });
    }

    private CompletionStage<Void> unlink(List<Reply> keys) {
        if (keys.isEmpty()) {
            return CompletableFuture.completedStage(null);
        }
        Request unlink = Request.cmd(Command.UNLINK);
        keys.forEach(key -> unlink.arg(key.text()));
        return link.send(unlink).thenAccept(_ -> {});
    }

    @Override
    public CompletionStage<String> run() {
        return link.run(RUN, List.of(), List.of()).thenApply(Reply::text);
    }

    private String entryKey(K key) {
        return RedisKeys.entry(name, text.apply(key));
    }

    private List<String> keys(K key) {
        String written = text.apply(key);
        return List.of(RedisKeys.entry(name, written), RedisKeys.entryLease(name, written));
    }
}
