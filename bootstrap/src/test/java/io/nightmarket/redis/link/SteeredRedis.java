package io.nightmarket.redis.link;

import static io.nightmarket.domain.contract.Stages.await;

import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.sale.waiting.WaitingRooms;
import io.nightmarket.redis.RedisConfig;
import io.nightmarket.redis.lock.LockChannel;
import io.nightmarket.redis.lock.LockMode;
import io.nightmarket.redis.lock.RedisLeases;
import io.nightmarket.redis.sale.queue.OrderStream;
import io.nightmarket.redis.sale.queue.RedisOrderQueue;
import io.nightmarket.redis.sale.queue.WaitingLinks;
import io.nightmarket.redis.sale.waiting.RedisWaitingRooms;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One database of a Redis, whose time and whose identity the scripts read from keys there instead of asking the server. What
 * Redis does by itself keeps to its own clock: ids of entries, and keys that expire.
 */
public final class SteeredRedis implements AutoCloseable {
    private static final String TIME = "steered:time";
    private static final String INFO = "steered:info";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final AtomicLong INSTANCES = new AtomicLong();

    private final RedisLink link;
    private final LockChannel channel;
    private final Map<LuaScript, LuaScript> scripts = new ConcurrentHashMap<>();
    private final UnaryOperator<String> change;
    private @Nullable Instant time;

    /**
     * @param server its address, without a database
     * @param change puts a bug into scripts
     */
    public SteeredRedis(Vertx vertx, String server, int database, UnaryOperator<String> change) {
        RedisConfig settings = new RedisConfig(server + '/' + database, PATIENCE, 1_000, 10, 0, Optional.empty());
        this.change = change;
        this.link = await(RedisLink.open(vertx, vertx.getOrCreateContext(), settings, new Random(1), this::steered));
        this.channel = new LockChannel(vertx, vertx.getOrCreateContext(), settings, new Random(2));
    }

    private LuaScript steered(LuaScript script) {
        return scripts.computeIfAbsent(
                script,
                known -> known.with(text -> change.apply(text)
                        .replace("redis.call('TIME')", "redis.call('HMGET', '" + TIME + "', 'seconds', 'micros')")
                        .replace("redis.call('INFO', section)", "redis.call('GET', '" + INFO + "')")));
    }

    public WholeQueue queue(long maxBacklog) {
        WaitingLinks none = new WaitingLinks(() -> {
            throw new UnsupportedOperationException("reads wait in virtual time");
        });
        return WholeQueue.of(RedisOrderQueue.ports(link, new OrderStream(link, none), maxBacklog));
    }

    public LeaseStore leases() {
        return new RedisLeases(link, channel, LockMode.LOCK);
    }

    public WaitingRooms waitingRooms() {
        return new RedisWaitingRooms(link);
    }

    /** What is sent from now on meets this time. */
    public void setTime(Instant next) {
        if (!next.equals(time)) {
            time = next;
            var _ = link.send(Request.cmd(
                    Command.HSET, TIME, "seconds", next.getEpochSecond(), "micros", next.getNano() / 1_000));
        }
    }

    /** Empties it; to the scripts it is another server. */
    public void lose() {
        var _ = send(Command.FLUSHDB);
        restart();
    }

    /** To the scripts it is another server, with the same data. */
    public void restart() {
        String id = Long.toHexString(INSTANCES.incrementAndGet());
        var _ = send(Command.SET, INFO, "run_id:" + id + "\nmaster_replid:" + id);
        time = null;
    }

    /** Gives another database all that is here. */
    public void copyTo(int database) {
        for (Reply key : send(Command.KEYS, "*").parts()) {
            var _ = send(Command.COPY, key.text(), key.text(), "DB", database, "REPLACE");
        }
    }

    /** Exchanges all that is here with another database. */
    public void swapWith(int here, int database) {
        var _ = send(Command.SWAPDB, here, database);
        time = null;
    }

    /** Sends a command past the adapters. */
    public Reply send(Command command, Object... arguments) {
        return await(link.send(Request.cmd(command, arguments)));
    }

    @Override
    public void close() {
        await(channel.close());
        await(link.close());
    }
}
