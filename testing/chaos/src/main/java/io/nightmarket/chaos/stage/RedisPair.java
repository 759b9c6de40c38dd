package io.nightmarket.chaos.stage;

import io.nightmarket.embedded.SoloServer;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.RedisPeek;
import io.nightmarket.testkit.Signals;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The Redis that nodes use, and a second one that may follow it and take its place. */
public final class RedisPair implements AutoCloseable {
    private static final Duration SYNC = Duration.ofSeconds(20);

    /** The one file of this version's log, below its data. */
    private static final String LOG = "appendonly.aof";

    private final String password;
    private volatile SoloServer active;
    private volatile SoloServer standby;

    RedisPair(Path folder, String password) {
        this.password = password;
        this.active = SoloServer.redis(folder.resolve("redis-one"), password);
        this.standby = SoloServer.redis(folder.resolve("redis-two"), password);
    }

    public String uri() {
        return active.uri();
    }

    public int port() {
        return active.port();
    }

    public RedisPeek peek() {
        return new RedisPeek(this::uri);
    }

    public RedisSales sales() {
        return new RedisSales(peek());
    }

    public ProcessHandle process() throws IOException {
        return active.process();
    }

    /** kill -9. */
    public void kill() throws IOException {
        Signals.kill(active.process());
    }

    /** On what is on its disk. */
    public void start() {
        active.start();
    }

    public long logSize() throws IOException {
        return Files.size(log());
    }

    /** Puts the log aside as it is now. */
    public Path copyLog() throws IOException {
        Path copy = log().resolveSibling("older.aof");
        return Files.copy(log(), copy, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Puts a copy in the log's place; not while the server runs. */
    public void restoreLog(Path copy) throws IOException {
        Path _ = Files.copy(copy, log(), StandardCopyOption.REPLACE_EXISTING);
    }

    private Path log() {
        return active.data().resolve(LOG);
    }

    /** From here on the second one has what the first one has, a moment later. */
    public void follow() throws IOException {
        standby.stop();
        Files.deleteIfExists(standby.data().resolve(LOG));
        standby.start();
        RedisPeek peek = new RedisPeek(standby::uri);
        var _ = peek.send(List.of(
                RedisPeek.request(Command.CONFIG, "SET", "masterauth", password),
                RedisPeek.request(Command.REPLICAOF, "127.0.0.1", Integer.toString(active.port()))));
        Eventually.await("the replica follows", SYNC, () -> info(peek).contains("master_link_status:up"));
    }

    /** The second one hears nothing more of the first, and takes its place as soon as it is turned to. */
    public void promote() throws IOException {
        var _ = new RedisPeek(standby::uri).send(Command.REPLICAOF, "NO", "ONE");
    }

    /** Kills the first; the second is the one from here on. */
    public void swap() throws IOException {
        kill();
        SoloServer former = active;
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
