package io.nightmarket.chaos;

import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.OwnServer;
import io.nightmarket.testkit.RedisPeek;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The Redis that nodes use, and a second one that may follow it and take its place. */
final class RedisPair implements AutoCloseable {
    private static final Duration SYNC = Duration.ofSeconds(20);

    private final String password;
    private volatile OwnServer active;
    private volatile OwnServer standby;

    RedisPair(Path folder, String password) {
        this.password = password;
        this.active = OwnServer.redis(folder.resolve("redis-one"), password);
        this.standby = OwnServer.redis(folder.resolve("redis-two"), password);
    }

    /** The one that nodes use. */
    OwnServer active() {
        return active;
    }

    /** The one that is to take its place. */
    OwnServer standby() {
        return standby;
    }

    RedisPeek peek() {
        return new RedisPeek(() -> active.uri());
    }

    RedisSales sales() {
        return new RedisSales(peek());
    }

    /** From here on the second one has what the first one has, a moment later. */
    void follow() throws IOException {
        standby.kill();
        boolean _ = Files.deleteIfExists(standby.data().resolve("appendonly.aof"));
        standby.startAgain();
        RedisPeek peek = new RedisPeek(standby.uri());
        var _ = peek.send(List.of(
                RedisPeek.request(Command.CONFIG, "SET", "masterauth", password),
                RedisPeek.request(Command.REPLICAOF, "127.0.0.1", Integer.toString(active.port()))));
        Eventually.await("the replica follows", SYNC, () -> info(peek).contains("master_link_status:up"));
    }

    /** A time before which the first one had nothing that the second one lacks. */
    long replicatedUntil(LongSupplier now) throws IOException {
        long before = now.getAsLong();
        // WAIT answers for what its own connection wrote, which comes behind all that was there.
        @Nullable
        Response replicas = peek().send(List.of(
                        RedisPeek.request(Command.SET, "chaos", "1"),
                        RedisPeek.request(Command.WAIT, "1", Long.toString(SYNC.toMillis()))))
                .getLast();
        if (!"1".equals(String.valueOf(replicas))) {
            throw new IOException("the replica does not follow");
        }
        return before;
    }

    /** The second one receives nothing more of the first, and takes its place as soon as it is turned to. */
    void promote() throws IOException {
        var _ = new RedisPeek(standby.uri()).send(Command.REPLICAOF, "NO", "ONE");
    }

    /** Kills the first; the second is the one from here on. */
    void swap() {
        active.kill();
        OwnServer former = active;
        active = standby;
        standby = former;
    }

    private static String info(RedisPeek peek) throws IOException {
        @Nullable Response info = peek.send(Command.INFO, "replication");
        return String.valueOf(info);
    }

    @Override
    public void close() {
        try {
            active.close();
        } finally {
            standby.close();
        }
    }
}
