package io.nightmarket.bootstrap.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.IntFunction;

/**
 * One server of a data directory, set up as nodes have it, but looked after by nobody: who kills it has to start it
 * again. All calls block.
 */
public final class SoloServer implements AutoCloseable {

    private final DirectoryLock lock;
    private final ServerKeeper keeper;
    private final Path data;
    private final IntFunction<String> uri;
    private volatile int port;
    private boolean closed;

    private SoloServer(DirectoryLock lock, ServerKeeper keeper, Path data, IntFunction<String> uri) {
        this.lock = lock;
        this.keeper = keeper;
        this.data = data;
        this.uri = uri;
    }

    /** Not started yet. */
    public static SoloServer redis(Path dataDir, String password) {
        ServerDirectory directory = ServerDirectory.of(dataDir);
        DirectoryLock lock = directory.lock();
        return lock.holding(() -> {
            RedisServer server = directory.redis(Platform.current(), password);
            return new SoloServer(lock, directory.keeper(server, "redis"), server.data(), server::uri);
        });
    }

    /** Not started yet. */
    public static SoloServer mariaDb(Path dataDir) {
        ServerDirectory directory = ServerDirectory.of(dataDir);
        DirectoryLock lock = directory.lock();
        return lock.holding(() -> {
            MariaDbServer server = directory.mariaDb(Platform.current());
            return new SoloServer(lock, directory.keeper(server, "mariadb"), server.data(), server::uri);
        });
    }

    /** Starts it, on the port that it had before, and returns when it answers. Fails once it is closed. */
    public void start() {
        port = lock.holding(() -> {
            if (closed) {
                throw new IOException(keeper.name() + " is closed");
            }
            return keeper.ensureRunning();
        });
    }

    public int port() {
        return port;
    }

    public String uri() {
        return uri.apply(port);
    }

    /** The folder that the server keeps its data in. */
    public Path data() {
        return data;
    }

    /** The process, when it runs. */
    public ProcessHandle process() throws IOException {
        return keeper.process().orElseThrow(() -> new IOException(keeper.name() + " does not run"));
    }

    /** Stops it, if it runs; it may be started again. */
    public void stop() {
        var _ = lock.holding(() -> {
            keeper.stop();
            return keeper;
        });
    }

    /** Stops it for good, if it runs: whoever is about to start it is refused. */
    @Override
    public void close() {
        var _ = lock.holding(() -> {
            closed = true;
            keeper.stop();
            return keeper;
        });
    }
}
