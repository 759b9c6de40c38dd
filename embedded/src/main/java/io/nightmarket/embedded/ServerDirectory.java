package io.nightmarket.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

    private ServerDirectory(Path data, Path servers) {
        this.data = data;
        this.servers = servers;
    }

    /** Without a change to it; nothing when no node made it: other software has folders of this name, too. */
    static Optional<ServerDirectory> existing(Path dataDir) {
        try {
            Path servers = dataDir.resolve("servers");
            return Files.isRegularFile(servers.resolve("lock")) && Files.isDirectory(servers.resolve("nodes"))
                    ? Optional.of(new ServerDirectory(dataDir.toRealPath(), servers.toRealPath()))
                    : Optional.empty();
        } catch (IOException e) {
            throw unusable(dataDir, e);
        }
    }

    /** The path is made real, since servers report their data directory without symbolic links. */
    static ServerDirectory of(Path dataDir) {
        try {
            Files.createDirectories(dataDir);
            Path data = dataDir.toRealPath();
            return new ServerDirectory(data, PrivateFiles.directory(data.resolve("servers")));
        } catch (IOException e) {
            throw unusable(dataDir, e);
        }
    }

    private static EmbeddedServerException unusable(Path dataDir, IOException e) {
        return new EmbeddedServerException(
                "The data directory %s cannot be used: %s".formatted(dataDir, Reasons.of(e)), e);
    }

    DirectoryLock lock() {
        return new DirectoryLock(servers.resolve("lock"), LOCK_LIMIT);
    }

    NodeRegistry nodes() {
        return new NodeRegistry(servers.resolve("nodes"));
    }

    RedisServer redis(Platform platform, List<String> options) throws IOException {
        return redis(platform, PrivateFiles.password(passwordFile("redis")), options);
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
                PrivateFiles.password(passwordFile("mariadb")),
                options);
    }

    ServerLifecycle lifecycle(ServerKind kind, String file) {
        return new ServerLifecycle(kind, process(file), port(file));
    }

    ServerProcess process(String file) {
        return new ServerProcess(servers, file, servers.resolve("bin"));
    }

    LoopbackPort port(String file) {
        return new LoopbackPort(servers.resolve(file + ".port"));
    }

    Path passwordFile(String file) {
        return servers.resolve(file + ".password");
    }

    /** Ends servers of a folder that was here before, and was deleted while they ran. */
    void endOrphans() {
        OrphanedServers.end(servers);
    }

    private Binaries binaries() {
        return new Binaries(servers.resolve("bin"));
    }
}
