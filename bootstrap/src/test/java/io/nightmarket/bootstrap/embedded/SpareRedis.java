package io.nightmarket.bootstrap.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An embedded Redis of a test's own, that can be killed and brought back with its data on the same port. */
public final class SpareRedis implements AutoCloseable {
    private final Path data;
    private final ServerKeeper keeper;
    private final DirectoryLock lock;
    private final String uri;

    private SpareRedis(Path data) throws IOException {
        this.data = data;
        ServerDirectory directory = ServerDirectory.of(data);
        RedisServer redis = directory.redis(Platform.current());
        this.keeper = directory.keeper(redis, "redis");
        this.lock = directory.lock();
        this.uri = redis.uri(lock.holding(keeper::ensureRunning));
    }

    /**
     * Starts it, with the data of earlier runs.
     *
     * @param name of its data folder; no other test uses it
     */
    public static SpareRedis start(String name) throws IOException {
        return new SpareRedis(Path.of("target", "spare-redis", name));
    }

    public String uri() {
        return uri;
    }

    /** Ends the process as a power cut would. */
    public void kill() throws IOException {
        long pid = Long.parseLong(
                Files.readString(data.resolve("servers").resolve("redis.pid")).strip());
        ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
        process.destroyForcibly();
        var _ = process.onExit().join();
    }

    public void restart() {
        var _ = lock.holding(() -> {
            keeper.restart();
            return uri;
        });
    }

    @Override
    public void close() {
        var _ = lock.holding(() -> {
            keeper.stop();
            return uri;
        });
    }
}
