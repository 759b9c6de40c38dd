package io.nightmarket.redis.link;

import io.nightmarket.domain.cache.LoadedSets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;

/**
 * Copies in Redis, keys of any type, each beside its load ticket. A copy is kept for an hour, and up to six minutes more, so that copies
 * don't expire together.
 */
public abstract class RedisLoadedSets<K, C> implements LoadedSets<K, C> {
    private static final LuaScript BEGIN = LuaScript.load("begin-load-2");
    private static final LuaScript END = LuaScript.load("end-load-2");
    private static final Duration TICKET_TTL = Duration.ofSeconds(3);
    private static final Duration TTL = Duration.ofHours(1);
    private static final Duration MAX_JITTER = Duration.ofMinutes(6);

    protected final RedisLink link;
    private final RandomGenerator random;

    /** @param random names loads, and jitters expiries */
    protected RedisLoadedSets(RedisLink link, RandomGenerator random) {
        this.link = link;
        this.random = random;
    }

    /** The key of the copy. */
    protected abstract String copy(K key);

    /** How a load looks whether the copy is there meanwhile, as begin-load has it. */
    protected List<String> look(K key) {
        return List.of("EXISTS");
    }

    /** The command that makes the copy, and its arguments behind the key. */
    protected abstract List<String> content(K key, String load, C content);

    /** The keys of scripts: the copy and its load ticket. */
    protected final List<String> keys(K key) {
        return List.of(copy(key), RedisKeys.loadOf(copy(key)));
    }

    @Override
    public final CompletionStage<Optional<String>> beginLoad(K key) {
        String load = Long.toHexString(random.nextLong());
        List<String> arguments = new ArrayList<>(List.of(load, Long.toString(TICKET_TTL.toMillis())));
        arguments.addAll(look(key));
        return link.run(BEGIN, keys(key), arguments)
                .thenApply(reply -> reply.isNothing() ? Optional.empty() : Optional.of(reply.text()));
    }

    @Override
    public final CompletionStage<Boolean> store(K key, String load, C content) {
        List<String> command = content(key, load, content);
        List<String> arguments = new ArrayList<>(2 + command.size());
        arguments.add(load);
        arguments.add(Long.toString(TTL.toMillis() + random.nextLong(MAX_JITTER.toMillis())));
        arguments.addAll(command);
        return end(key, arguments);
    }

    @Override
    public final CompletionStage<Void> endLoad(K key, String load) {
        return end(key, List.of(load)).thenAccept(_ -> {});
    }

    private CompletionStage<Boolean> end(K key, List<String> arguments) {
        return link.run(END, keys(key), arguments).thenApply(reply -> reply.number() == 1);
    }
}
