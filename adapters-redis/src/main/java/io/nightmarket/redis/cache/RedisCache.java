package io.nightmarket.redis.cache;

import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheTimes;
import io.nightmarket.domain.cache.Cached;
import io.nightmarket.domain.cache.Claim;
import io.nightmarket.domain.cache.Loaded;
import io.nightmarket.domain.failure.Corrupt;
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
 * A cache on Redis. What is stale is told by the node's clock and a time in the entry, the end by the key's own expiry.
 * A lease is a key beside the entry's.
 */
public final class RedisCache<K, V> implements Cache<K, V> {
    private static final Logger LOG = LoggerFactory.getLogger(RedisCache.class);
    private static final LuaScript CLAIM = LuaScript.load("claim-entry-2");
    private static final LuaScript KEEP = LuaScript.load("keep-entry-2");
    private static final LuaScript RELEASE = LuaScript.load("release-entry-1");
    private static final LuaScript EVICT = LuaScript.load("evict-entry-2");
    private static final LuaScript RUN = LuaScript.load("tell-run-0");

    private static final String FOUND = "found";

    /** As in the script. */
    private static final Pattern VERSION = Pattern.compile("^\\{\"loadedAt\":([0-9]{1,18}),");

    private final RedisLink link;
    private final String name;
    private final Function<K, String> text;
    private final CacheEntryCodec<V> codec;
    private final CacheTimes times;
    private final Clock clock;
    private final RandomGenerator random;
    private final AtomicBoolean warned = new AtomicBoolean();

    /**
     * @param name of the cache
     * @param text of a key
     * @param random jitter of expiries
     */
    public RedisCache(
            RedisLink link,
            String name,
            Function<K, String> text,
            CacheEntryCodec<V> codec,
            CacheTimes times,
            Clock clock,
            RandomGenerator random) {
        this.link = link;
        this.name = name;
        this.text = text;
        this.codec = codec;
        this.times = times;
        this.clock = clock;
        this.random = random;
    }

    @Override
    public CompletionStage<Cached<V>> find(K key) {
        String entry = entryKey(key);
        return link.read(Request.cmd(Command.GET).arg(entry))
                .thenApply(reply ->
                        reply.textIfAny().map(found -> read(entry, found)).orElseGet(Cached.Missing::new));
    }

    private Cached<V> read(String entry, String found) {
        Optional<CacheEntry<V>> read = codec.read(found);
        if (read.isEmpty()) {
            tellOfUnreadable(entry);
        }
        return read.map(known -> known.at(clock.millis())).orElseGet(Cached.Missing::new);
    }

    /** Once aloud: after a change of format there is one for every key. */
    private void tellOfUnreadable(String entry) {
        if (warned.compareAndSet(false, true)) {
            LOG.warn("The cache entry {} can't be read and counts as missing; others like it are told at debug", entry);
        } else {
            LOG.debug("The cache entry {} can't be read and counts as missing", entry);
        }
    }

    @Override
    public CompletionStage<Claim<V>> claim(K key, long seen) {
        String token = UUID.randomUUID().toString();
        return ask(key, seen, token)
                .thenCompose(reply -> unreadable(reply)
                        // Found by the script, and missing for all who can't read it: to be replaced.
                        .map(version -> ask(key, version, token))
                        .orElseGet(() -> CompletableFuture.completedStage(reply)))
                .thenApply(reply -> claimed(entryKey(key), token, reply));
    }

    private CompletionStage<Reply> ask(K key, long seen, String token) {
        return link.run(
                CLAIM,
                keys(key),
                List.of(Long.toString(seen), token, Long.toString(times.lease().toMillis())));
    }

    /** The version of an entry that was found and is none. */
    private Optional<Long> unreadable(Reply reply) {
        List<Reply> parts = reply.parts();
        if (!parts.getFirst().text().equals(FOUND)) {
            return Optional.empty();
        }
        String found = parts.get(1).text();
        Matcher version = VERSION.matcher(found);
        return codec.read(found).isEmpty() && version.find()
                ? Optional.of(Long.parseLong(version.group(1)))
                : Optional.empty();
    }

    private Claim<V> claimed(String entry, String token, Reply reply) {
        List<Reply> parts = reply.parts();
        String what = parts.getFirst().text();
        return switch (what) {
            case "granted" -> new Claim.Granted<>(token);
            case "busy" -> new Claim.Busy<>();
            case FOUND -> new Claim.Found<>(read(entry, parts.get(1).text()));
            default -> throw new Corrupt("claim-entry answered " + what);
        };
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
        return link.run(KEEP, keys(key), List.of(lease, codec.write(entry), Long.toString(kept)))
                .thenApply(reply -> switch ((int) reply.number()) {
                    case 0 -> Put.REFUSED;
                    case 1 -> Put.KEPT;
                    default -> Put.AWAITED;
                });
    }

    @Override
    public CompletionStage<Void> release(K key, String lease) {
        return link.run(RELEASE, List.of(RedisKeys.entryLease(name, text.apply(key))), List.of(lease))
                .thenAccept(_ -> {});
    }

    @Override
    public CompletionStage<String> evict(K key) {
        return link.run(EVICT, keys(key), List.of()).thenApply(Reply::text);
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
