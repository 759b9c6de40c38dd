package io.nightmarket.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * data/servers/lock          who uses the folder
 * </pre>
 */
record ServerDirectory(Path data, Path servers) {
    /** Without a change to it; nothing when no node made it: other software has folders of this name, too. */
    static Optional<ServerDirectory> existing(Path dataDir) {
        try {
            Path servers = dataDir.resolve("servers");
            return Files.isRegularFile(servers.resolve("lock")) && Files.isDirectory(servers.resolve("bin"))
                    ? Optional.of(new ServerDirectory(dataDir.toRealPath(), servers.toRealPath()))
                    : Optional.empty();
        } catch (IOException e) {
            throw unusable(dataDir, e);
        }
    }

    /** The path is made real, since a process reports its program without symbolic links. */
    static ServerDirectory of(Path dataDir) {
        try {
            Files.createDirectories(dataDir);
            Path data = dataDir.toRealPath();
            return new ServerDirectory(data, PrivateFiles.directory(data.resolve("servers")));
        } catch (IOException e) {
            throw unusable(dataDir, e);
        }
    }

    EmbeddedServerException unusable(IOException e) {
        return unusable(data, e);
    }

    private static EmbeddedServerException unusable(Path dataDir, IOException e) {
        return new EmbeddedServerException(
                "The data directory %s cannot be used: %s".formatted(dataDir, Reasons.of(e)), e);
    }

    FolderLock lock() {
        try {
            return new FolderLock(servers.resolve("lock"));
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    /** @param password empty for the one that is kept here */
    EmbeddedServer redis(String password, List<String> options) throws IOException {
        String program = Platform.current().redis();
        Path folder = binaries().folder(program, Map.of("redis-server", program));
        return server(
                "redis",
                new RedisServer(
                        folder.resolve("redis-server"),
                        servers.resolve("redis.conf"),
                        data.resolve("redis"),
                        password.isEmpty() ? password("redis") : password,
                        options));
    }

    EmbeddedServer mariaDb(List<String> options) throws IOException {
        Platform platform = Platform.current();
        String share = platform.mariaDbFolder() + platform.mariaDbShare();
        Path folder = binaries()
                .folder(
                        "mariadb-11.4.5",
                        Map.of(
                                "mariadbd", platform.mariaDbFolder() + "bin/mariadbd",
                                "english/errmsg.sys", share + "english/errmsg.sys",
                                "charsets/Index.xml", share + "charsets/Index.xml"));
        return server(
                "mariadb",
                new MariaDbServer(
                        new MariaDbFiles(folder, share, data, servers.resolve("mariadb.log")),
                        servers.resolve("mariadb-init.sql"),
                        password("mariadb"),
                        options));
    }

    private EmbeddedServer server(String file, ServerKind kind) {
        return new EmbeddedServer(kind, process(file), port(file));
    }

    ServerProcess process(String file) {
        return new ServerProcess(servers, file, binaries().directory());
    }

    LoopbackPort port(String file) {
        return new LoopbackPort(servers.resolve(file + ".port"));
    }

    /** Kept here, and made the first time. */
    String password(String file) throws IOException {
        return PrivateFiles.password(servers.resolve(file + ".password"));
    }

    private Binaries binaries() {
        return new Binaries(servers.resolve("bin"));
    }
}
