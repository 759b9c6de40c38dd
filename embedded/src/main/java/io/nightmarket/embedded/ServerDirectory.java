package io.nightmarket.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Where everything of the embedded servers lies.
 *
 * <pre>
 * data/redis, data/mariadb   the data
 * data/mariadb-tmp           temporary files of MariaDB
 * data/servers/              password, port, process id, configuration and log of each server
 * data/servers/bin/          the programs
 * data/servers/nodes/        one locked file for each living node
 * data/servers/lock          held while servers are started or stopped
 * </pre>
 */
final class ServerDirectory {

    /** Longer than one node may need to start both servers. */
    private static final Duration LOCK_LIMIT = Duration.ofSeconds(150);

    private final Path data;
    private final Path servers;

    private ServerDirectory(Path data) throws IOException {
        this.data = data;
        this.servers = PrivateFiles.directory(data.resolve("servers"));
    }

    /** The path is made real, since servers report their data directory without symbolic links. */
    static ServerDirectory of(Path dataDir) {
        try {
            Files.createDirectories(dataDir);
            return new ServerDirectory(dataDir.toRealPath());
        } catch (IOException e) {
            throw new EmbeddedServerException("The data directory %s cannot be used: %s".formatted(dataDir, e), e);
        }
    }

    DirectoryLock lock() {
        return new DirectoryLock(servers.resolve("lock"), LOCK_LIMIT);
    }

    NodeRegistry nodes() {
        return new NodeRegistry(servers.resolve("nodes"));
    }

    RedisServer redis(Platform platform, List<String> options) throws IOException {
        return redis(platform, PrivateFiles.password(servers.resolve("redis.password")), options);
    }

    RedisServer redis(Platform platform, String password, List<String> options) throws IOException {
        Path folder = binaries().folder(platform.redis(), Map.of("redis-server", platform.redis()));
        return new RedisServer(
                folder.resolve("redis-server"),
                servers.resolve("redis.conf"),
                data.resolve("redis"),
                password,
                options);
    }

    MariaDbServer mariaDb(Platform platform, List<String> options) throws IOException {
        String share = platform.mariaDbFolder() + platform.mariaDbShare();
        Path folder = binaries()
                .folder(
                        "mariadb-11.4.5",
                        Map.of(
                                "mariadbd", platform.mariaDbFolder() + "bin/mariadbd",
                                "english/errmsg.sys", share + "english/errmsg.sys",
                                "charsets/Index.xml", share + "charsets/Index.xml"));
        return new MariaDbServer(
                new MariaDbFiles(folder, share, data, servers.resolve("mariadb.log")),
                servers.resolve("mariadb-init.sql"),
                PrivateFiles.password(servers.resolve("mariadb.password")),
                options);
    }

    ServerLifecycle lifecycle(ServerKind kind, String file) {
        return new ServerLifecycle(
                kind,
                new ServerProcess(servers, file, servers.resolve("bin")),
                new LoopbackPort(servers.resolve(file + ".port")));
    }

    private Binaries binaries() {
        return new Binaries(servers.resolve("bin"));
    }
}
