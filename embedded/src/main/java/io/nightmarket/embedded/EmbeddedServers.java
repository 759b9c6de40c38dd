package io.nightmarket.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's hold on the Redis and MariaDB servers of a data directory.
 *
 * <p>As long as it is open, both servers run, listen on the loopback address only and are brought back when they die,
 * on the same ports with the same data. All nodes on the same data directory share them. All calls block.
 */
public final class EmbeddedServers implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(EmbeddedServers.class);

    private final DirectoryLock lock;
    private final NodeRegistry nodes;
    private final List<ServerLifecycle> lifecycles;
    private final ServerSupervisor watcher;
    private final String redisUri;
    private final String mysqlUri;

    private EmbeddedServers(
            DirectoryLock lock,
            NodeRegistry nodes,
            List<ServerLifecycle> lifecycles,
            String redisUri,
            String mysqlUri) {
        this.lock = lock;
        this.nodes = nodes;
        this.lifecycles = lifecycles;
        this.redisUri = redisUri;
        this.mysqlUri = mysqlUri;
        this.watcher = new ServerSupervisor(lock, lifecycles);
    }

    /**
     * Joins the nodes on this data directory. Servers that run already, also those a killed node left behind, are
     * used as they are; others are started, with the data of earlier runs. Returns when both servers answer.
     *
     * @throws EmbeddedServerException when that fails; nothing is left running that no other node uses
     */
    public static EmbeddedServers start(Path dataDir) {
        Platform platform = Platform.current();
        ServerDirectory directory = ServerDirectory.of(dataDir);
        DirectoryLock lock = directory.lock();
        return lock.holding(() -> {
            directory.endOrphans();
            RedisServer redis = directory.redis(platform, List.of());
            MariaDbServer mariaDb = directory.mariaDb(platform, List.of());
            ServerLifecycle redisLifecycle = directory.lifecycle(redis, "redis");
            ServerLifecycle mariaDbLifecycle = directory.lifecycle(mariaDb, "mariadb");
            List<ServerLifecycle> lifecycles = List.of(redisLifecycle, mariaDbLifecycle);
            NodeRegistry nodes = directory.nodes();
            nodes.join();
            try {
                String redisUri = redis.uri(redisLifecycle.ensureRunning());
                String mysqlUri = mariaDb.uri(mariaDbLifecycle.ensureRunning());
                return new EmbeddedServers(lock, nodes, lifecycles, redisUri, mysqlUri);
            } catch (IOException | RuntimeException e) {
                leave(nodes, lifecycles);
                throw e;
            }
        });
    }

    /** {@code redis://:password@127.0.0.1:port} */
    public String redisUri() {
        return redisUri;
    }

    /** {@code mysql://user:password@127.0.0.1:port/nightmarket} */
    public String mysqlUri() {
        return mysqlUri;
    }

    /** Lets go of the servers; the last node out stops them. Never throws, and does nothing the second time. */
    @Override
    public void close() {
        watcher.close();
        try {
            var _ = lock.holding(() -> {
                leave(nodes, lifecycles);
                return nodes;
            });
        } catch (EmbeddedServerException e) {
            log.warn("The embedded servers may still run: {}", e.getMessage());
        }
    }

    private static void leave(NodeRegistry nodes, List<ServerLifecycle> lifecycles) throws IOException {
        nodes.leave();
        if (nodes.anyoneLives()) {
            log.info("The embedded servers stay up for another node");
            return;
        }
        for (ServerLifecycle lifecycle : lifecycles) {
            lifecycle.stop();
        }
    }
}
