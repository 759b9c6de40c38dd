package io.nightmarket.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's hold on the Redis and MariaDB of a data folder, which listen on the loopback address only. Nodes on one folder
 * share them: the first in starts them, the last out stops them, and the next start ends what a killed node left. All
 * calls block. A process holds a folder once.
 */
public final class EmbeddedServers implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(EmbeddedServers.class);

    private final FolderLock lock;
    private final EmbeddedServer redis;
    private final EmbeddedServer mariaDb;
    private boolean closed;

    private EmbeddedServers(FolderLock lock, EmbeddedServer redis, EmbeddedServer mariaDb) {
        this.lock = lock;
        this.redis = redis;
        this.mariaDb = mariaDb;
    }

    /**
     * Joins the nodes on this data folder, and returns when both servers answer.
     *
     * @throws EmbeddedServerException when that fails; nothing is left running that no other node uses
     */
    public static EmbeddedServers start(Path dataDir) {
        ServerDirectory directory = ServerDirectory.of(dataDir);
        FolderLock lock = directory.lock();
        try {
            return lock.holding(() -> {
                EmbeddedServers servers =
                        new EmbeddedServers(lock, directory.redis("", List.of()), directory.mariaDb(List.of()));
                servers.join();
                return servers;
            });
        } catch (IOException e) {
            lock.close();
            throw directory.unusable(e);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private void join() throws IOException {
        lock.requireFile();
        if (!lock.isUsed()) {
            stop();
        }
        // Before the servers start, so that "stop" finds this node meanwhile.
        lock.join();
        try {
            redis.start();
            mariaDb.start();
        } catch (IOException | RuntimeException e) {
            lock.leave();
            if (!lock.isUsed()) {
                stop();
            }
            throw e;
        }
    }

    private void stop() throws IOException {
        redis.stop();
        mariaDb.stop();
    }

    /** {@code redis://:password@127.0.0.1:port} */
    public String redisUri() {
        return redis.uri();
    }

    /** {@code mysql://user:password@127.0.0.1:port/nightmarket} */
    public String mysqlUri() {
        return mariaDb.uri();
    }

    /** Lets go of the servers; the last node out stops them. Never throws, and does nothing the second time. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            var _ = lock.holding(() -> {
                lock.leave();
                if (lock.isUsed()) {
                    log.info("The embedded servers stay up for another node");
                } else {
                    stop();
                }
                return lock;
            });
        } catch (IOException | EmbeddedServerException e) {
            log.warn("The embedded servers may still run: {}", e.getMessage());
        }
        lock.close();
    }
}
