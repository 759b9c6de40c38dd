package io.nightmarket.redis.cache;

import io.nightmarket.domain.base.BackgroundReleases;
import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheTimes;
import io.nightmarket.domain.cache.Cached;
import io.nightmarket.domain.cache.LoadTicket;
import io.nightmarket.domain.cache.Loaded;
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
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A cache on Redis. What is stale follows from the node's clock and a time in the entry, the end from the key's own
 * expiry. A load ticket is a key beside the entry's.
 */
// Over 200 lines: each call of the port is one script and its reply.
public final class RedisCache<K, V> implements Cache<K, V> {
    private static final LuaScript ACQUIRE = LuaScript.load("acquire-ticket-2");
    private static final LuaScript PUT = LuaScript.load("put-entry-2");
    private static final LuaScript RENEW = LuaScript.load("renew-ticket-1");
    private static final LuaScript RELEASE = LuaScript.load("release-ticket-1");
    private static final LuaScript INVALIDATE = LuaScript.load("invalidate-entry-2");
    private static final LuaScript INCARNATION = LuaScript.load("server-incarnation-0");

    private static final String FOUND = "found";

    /** As in the script, however many digits there are. */
    private static final Pattern VERSION = Pattern.compile("^\\{\"loadedAt\":([0-9]+),");

    private final RedisLink link;
    private final EntryScan scan;
    private final String name;
    private final Function<K, String> text;
    private final CacheEntryCodec<V> codec;
    private final CacheTimes times;
    private final Clock clock;
    private final RandomGenerator random;
    private final CacheBreaker breaker;
    private final BackgroundReleases backgroundReleases;
    private final UnreadableEntries unreadable = new UnreadableEntries();

    /**
     * @param name the name of the cache
     * @param text writes a key as text
     * @param random jitter of expiries
     * @param breaker guards the calls that readers wait for; invalidations are always sent
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
        this.scan = new EntryScan(link, RedisKeys.anyEntry(name));
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
            unreadable.log(entry);
        }
        return read.map(known -> known.at(clock.millis(), times)).orElseGet(Cached.Missing::new);
    }

    /** What is no text is no entry. */
    private CompletionStage<Cached<V>> ofAnotherType(String entry, Throwable failure) {
        if (DomainFailure.causeOf(failure) instanceof Corrupt) {
            unreadable.log(entry);
            return CompletableFuture.completedStage(new Cached.Missing<>());
        }
        return CompletableFuture.failedStage(failure);
    }

    /** Releases the ticket when the reply is lost: it may have been granted, and no caller knows it. */
    @Override
    public CompletionStage<LoadTicket<V>> acquireTicket(K key, long seen) {
        String token = UUID.randomUUID().toString();
        return ask(key, Long.toString(seen), token)
                .thenCompose(reply -> versionToReplace(entryKey(key), reply)
                        // Found by the script, and missing for all readers: it is replaced.
                        .map(version -> ask(key, version, token))
                        .orElseGet(() -> CompletableFuture.completedStage(reply)))
                .thenApply(reply -> ticket(entryKey(key), token, reply))
                .whenComplete((_, failure) -> {
                    if (failure != null && DomainFailure.causeOf(failure) instanceof TimedOut) {
                        var _ = release(key, token);
                    }
                });
    }

    private CompletionStage<Reply> ask(K key, String seen, String token) {
        return breaker.call(() -> link.run(ACQUIRE, keys(key), List.of(seen, token, ticketTtl())));
    }

    private String ticketTtl() {
        return Long.toString(times.ticketTtl().toMillis());
    }

    /** The version, as it is stored, of an entry that was found and can't be read or is expired. */
    private Optional<String> versionToReplace(String entry, Reply reply) {
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

    private LoadTicket<V> ticket(String entry, String token, Reply reply) {
        List<Reply> parts = reply.parts();
        String what = parts.getFirst().text();
        return switch (what) {
            case "granted" -> new LoadTicket.Granted<>(token);
            case "busy" -> new LoadTicket.Busy<>();
            case FOUND -> found(read(entry, parts.get(1).text()));
            default -> throw new Corrupt("acquire-ticket answered " + what);
        };
    }

    /** An entry that can't be read was stored again meanwhile: the caller waits and asks again. */
    private static <V> LoadTicket<V> found(Cached<V> entry) {
        return entry instanceof Cached.Missing<V> ? new LoadTicket.Busy<>() : new LoadTicket.Found<>(entry);
    }

    @Override
    public CompletionStage<Put> put(K key, Loaded<V> loaded, String ticket) {
        boolean exists = loaded.value().isPresent();
        long fresh = exists ? times.freshFor(random) : times.absentFor(random);
        long kept = exists ? fresh + times.staleTtl().toMillis() : fresh;
        CacheEntry<V> entry = new CacheEntry<>(
                loaded.at(), clock.millis() + fresh, loaded.value().orElse(null));
        return Calls.start(() -> link.run(PUT, keys(key), List.of(ticket, codec.write(entry), Long.toString(kept))))
                .thenApply(reply -> switch ((int) reply.number()) {
                    case 0 -> Put.REJECTED;
                    case 1 -> Put.STORED;
                    default -> Put.STORED_AWAITED;
                });
    }

    @Override
    public CompletionStage<Void> renew(K key, String ticket) {
        List<String> keys = List.of(RedisKeys.loadTicket(name, text.apply(key)));
        return link.run(RENEW, keys, List.of(ticket, ticketTtl())).thenAccept(_ -> {});
    }

    @Override
    public CompletionStage<Void> release(K key, String ticket) {
        List<String> keys = List.of(RedisKeys.loadTicket(name, text.apply(key)));
        return backgroundReleases.begin(() -> link.run(RELEASE, keys, List.of(ticket)), times.ticketTtl());
    }

    @Override
    public CompletionStage<String> invalidate(K key) {
        return link.run(INVALIDATE, keys(key), List.of()).thenApply(Reply::text);
    }

    /** Two passes: what is stored during the first one, under an earlier ticket, is found by the second. */
    @Override
    public CompletionStage<Void> clear() {
        return scan.unlinkAll().thenCompose(_ -> scan.unlinkAll());
    }

    @Override
    public CompletionStage<String> incarnation() {
        return link.run(INCARNATION, List.of(), List.of()).thenApply(Reply::text);
    }

    private String entryKey(K key) {
        return RedisKeys.entry(name, text.apply(key));
    }

    private List<String> keys(K key) {
        String written = text.apply(key);
        return List.of(RedisKeys.entry(name, written), RedisKeys.loadTicket(name, written));
    }
}
