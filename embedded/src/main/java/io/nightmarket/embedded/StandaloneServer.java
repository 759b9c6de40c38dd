package io.nightmarket.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;

/**
 * One server of a data directory, set up as nodes have it. No watcher restarts it when its process ends, and it outlives
 * the JVM that started it until it is stopped; a running one is adopted. All calls block.
 */
public final class StandaloneServer implements AutoCloseable {

    private final DirectoryLock lock;
    private final ServerLifecycle lifecycle;
    private final Path data;
    private final IntFunction<String> uri;
    private volatile int port;
    private boolean closed;

    private StandaloneServer(DirectoryLock lock, ServerLifecycle lifecycle, Path data, IntFunction<String> uri) {
        this.lock = lock;
        this.lifecycle = lifecycle;
        this.data = data;
        this.uri = uri;
    }

    /**
     * A Redis that is not started yet.
     *
     * @param password for clients; empty for a random one, which is kept in the data directory
     * @param options added to its command line, where they win over the configuration
     */
    public static StandaloneServer redis(Path dataDir, String password, String... options) {
        ServerDirectory directory = ServerDirectory.of(dataDir);
        DirectoryLock lock = directory.lock();
        return lock.holding(() -> {
            RedisServer server = password.isEmpty()
                    ? directory.redis(Platform.current(), List.of(options))
                    : directory.redis(Platform.current(), password, List.of(options));
            return new StandaloneServer(lock, directory.lifecycle(server, "redis"), server.data(), server::uri);
        });
    }

    /**
     * A MariaDB that is not started yet.
     *
     * @param options added to its command line, where the last one wins
     */
    public static StandaloneServer mariaDb(Path dataDir, String... options) {
        ServerDirectory directory = ServerDirectory.of(dataDir);
        DirectoryLock lock = directory.lock();
        return lock.holding(() -> {
            MariaDbServer server = directory.mariaDb(Platform.current(), List.of(options));
            return new StandaloneServer(lock, directory.lifecycle(server, "mariadb"), server.data(), server::uri);
        });
    }

    /** Starts it, on the port that it had before, and returns when it answers. Fails once it is closed. */
    public void start() {
        port = lock.holding(() -> {
            if (closed) {
                throw new IOException(lifecycle.name() + " is closed");
            }
            return lifecycle.ensureRunning();
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

    public boolean isRunning() throws IOException {
        return lifecycle.runs();
    }

    /** The process, when it runs. */
    public ProcessHandle process() throws IOException {
        return lifecycle.process().orElseThrow(() -> new IOException(lifecycle.name() + " does not run"));
    }

    /** Stops it, if it runs; it may be started again. */
    public void stop() {
        var _ = lock.holding(() -> {
            lifecycle.stop();
            return lifecycle;
        });
    }

    /** Stops it for good, if it runs; later starts fail. */
    @Override
    public void close() {
        var _ = lock.holding(() -> {
            closed = true;
            lifecycle.stop();
            return lifecycle;
        });
    }
}
