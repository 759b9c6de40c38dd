package io.nightmarket.redis.cache;

import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.cache.BloomShape;
import io.nightmarket.domain.cache.KeyFilter;
import io.nightmarket.domain.cache.KeyHash;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * A filter on Redis. Its shape stands beside its bits, and the scripts place keys by it: no node can ask by another. It is
 * good for the run of the server that it was begun on: one that was restarted, promoted or brought back to an older
 * state may lack keys, and is not used until a filter is rebuilt.
 */
public final class RedisKeyFilter implements KeyFilter {
    private static final LuaScript CHECK = LuaScript.load("check-key-2");
    private static final LuaScript DESCRIBE = LuaScript.load("describe-filter-2");
    private static final LuaScript BEGIN = LuaScript.load("begin-filter-2");
    private static final LuaScript ADD = LuaScript.load("add-key-4");
    private static final LuaScript LOAD = LuaScript.load("load-keys-4");
    private static final LuaScript USE = LuaScript.load("use-filter-4");

    /** The most keys added by one script, which holds up all others for about a millisecond. */
    private static final int SLICE = 100;

    private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(5);
    private static final List<String> FORGOTTEN = List.of(
            Long.toString(FORGOTTEN_AFTER.toMillis()),
            Long.toString(FORGOTTEN_AFTER.multipliedBy(2).toMillis()));

    private final RedisLink link;
    private final List<String> used;
    private final List<String> building;
    private final List<String> both;

    /** @param cache the cache's name */
    public RedisKeyFilter(RedisLink link, String cache) {
        this.link = link;
        this.used = List.of(RedisKeys.filterBits(cache), RedisKeys.filter(cache));
        this.building = List.of(RedisKeys.buildingFilterBits(cache), RedisKeys.buildingFilter(cache));
        this.both = Stream.concat(used.stream(), building.stream()).toList();
    }

    @Override
    public CompletionStage<Boolean> mayContain(long key) {
        return link.run(CHECK, used, hashes(List.of(key))).thenApply(RedisKeyFilter::isTrue);
    }

    @Override
    public CompletionStage<Void> add(long key) {
        return link.run(ADD, both, hashes(List.of(key))).thenAccept(_ -> {});
    }

    @Override
    public CompletionStage<Optional<InUse>> inUse() {
        return link.run(DESCRIBE, used, List.of()).thenApply(RedisKeyFilter::read);
    }

    private static Optional<InUse> read(Reply reply) {
        List<Reply> parts = reply.parts();
        if (parts.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new InUse(
                    parts.get(0).text(),
                    new BloomShape(
                            Long.parseLong(parts.get(1).text()),
                            Double.parseDouble(parts.get(2).text())),
                    Long.parseLong(parts.get(3).text()),
                    Long.parseLong(parts.get(4).text())));
        } catch (IllegalArgumentException e) {
            throw new Corrupt("what describes a filter can't be read", e);
        }
    }

    @Override
    public CompletionStage<String> begin(BloomShape shape) {
        String build = UUID.randomUUID().toString();
        List<String> arguments = new ArrayList<>(List.of(
                build,
                Long.toString(shape.expected()),
                Double.toString(shape.errorRate()),
                Long.toString(shape.bits()),
                Integer.toString(shape.hashes()),
                Long.toString(NO_KEY)));
        arguments.addAll(FORGOTTEN);
        return link.run(BEGIN, building, arguments).thenApply(_ -> build);
    }

    @Override
    public CompletionStage<Boolean> addAll(String build, List<Long> keys) {
        if (keys.size() <= SLICE) {
            return load(build, keys);
        }
        return load(build, keys.subList(0, SLICE))
                .thenCompose(added -> added
                        ? addAll(build, keys.subList(SLICE, keys.size()))
                        : CompletableFuture.completedStage(false));
    }

    private CompletionStage<Boolean> load(String build, List<Long> keys) {
        if (keys.isEmpty()) {
            return CompletableFuture.completedStage(true);
        }
        List<String> arguments = new ArrayList<>(List.of(build, Long.toString(keys.getLast())));
        arguments.addAll(FORGOTTEN);
        arguments.addAll(hashes(keys));
        return link.run(LOAD, both, arguments).thenApply(RedisKeyFilter::isTrue);
    }

    @Override
    public CompletionStage<Boolean> finish(String build) {
        return link.run(USE, both, List.of(build)).thenApply(RedisKeyFilter::isTrue);
    }

    private static List<String> hashes(List<Long> keys) {
        List<String> hashes = new ArrayList<>(2 * keys.size());
        for (long key : keys) {
            KeyHash hash = KeyHash.of(key);
            hashes.add(Long.toString(hash.first()));
            hashes.add(Long.toString(hash.second()));
        }
        return hashes;
    }

    private static boolean isTrue(Reply reply) {
        return reply.number() == 1;
    }
}
