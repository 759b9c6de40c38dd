package io.nightmarket.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** What runs on a data folder, and how it is ended. Nothing is started or made. All calls block. */
public final class DataFolder {
    /** Longer than a node may need to stop. */
    private static final Duration STOP = Duration.ofSeconds(90);

    private static final List<String> NAMES = List.of("redis", "mariadb");

    /** What nodes make in a data folder: nothing else is ever deleted. The servers' files go last, the lock is among them. */
    private static final List<String> CONTENTS =
            List.of("redis", "mariadb", "mariadb-tmp", "pictures", "token.key", "servers");

    private final Path data;
    private final ServerDirectory directory;

    private DataFolder(Path data, ServerDirectory directory) {
        this.data = data;
        this.directory = directory;
    }

    /**
     * A server of the folder.
     *
     * @param process when it runs
     * @param port that it has or had
     */
    public record Server(String name, Optional<ProcessHandle> process, OptionalInt port) {
        public boolean runs() {
            return process.isPresent() && port.isPresent();
        }
    }

    /** The folder, if a node ever had servers there. */
    public static Optional<DataFolder> of(Path data) {
        return ServerDirectory.existing(data).map(directory -> new DataFolder(data, directory));
    }

    /** Servers of this user whose folder was deleted while they ran, wherever it was. */
    public static List<ProcessHandle> orphans() {
        return OrphanedServers.find().stream()
                .map(OrphanedServers.Orphan::process)
                .toList();
    }

    /** The same, of the folder that was here. */
    public static void endOrphans(Path data) {
        OrphanedServers.end(data.toAbsolutePath().normalize().resolve("servers"));
    }

    /** The processes of the nodes that run here. */
    public List<ProcessHandle> nodes() {
        return answered(() -> directory.nodes().living());
    }

    public List<Server> servers() {
        return answered(() -> {
            List<Server> servers = new ArrayList<>();
            for (String name : NAMES) {
                servers.add(new Server(
                        name,
                        directory.process(name).find(),
                        directory.port(name).recorded()));
            }
            return servers;
        });
    }

    /** The file with the password of a server. */
    public Path passwordFile(Server server) {
        return directory.passwordFile(server.name());
    }

    /** {@code redis://…} and {@code mysql://…} of the servers, by which they are reached when they run. */
    public List<String> addresses() {
        return answered(() -> List.of(
                RedisServer.uri(
                        PrivateFiles.password(directory.passwordFile("redis")),
                        directory.port("redis").recorded().orElseThrow()),
                MariaDbServer.uri(
                        PrivateFiles.password(directory.passwordFile("mariadb")),
                        directory.port("mariadb").recorded().orElseThrow())));
    }

    /** Ends the nodes as Ctrl-C does, and waits for them; whether all have ended. */
    public boolean stopNodes() {
        List<ProcessHandle> nodes = nodes();
        nodes.forEach(ProcessHandle::destroy);
        return PollUntil.until(() -> nodes.stream().noneMatch(ProcessHandle::isAlive), STOP);
    }

    /** Stops the servers; answers the names of those that ran. Fails while a node uses them. */
    public List<String> stopServers() {
        return directory.lock().holding(this::stopAll);
    }

    private List<String> stopAll() throws IOException {
        if (directory.nodes().anyoneLives()) {
            throw new EmbeddedServerException(
                    "A node runs on %s; if \"stop\" does not end it, it is another user's, or in a container."
                            .formatted(data));
        }
        List<String> stopped = new ArrayList<>();
        for (String name : NAMES) {
            if (directory.process(name).find().isPresent()) {
                directory.process(name).stop(name);
                stopped.add(name);
            }
        }
        return stopped;
    }

    /** Stops the servers and deletes what nodes made in the folder; the folder stays. Fails while a node runs there. */
    public void delete() {
        var _ = directory.lock().holding(() -> {
            var _ = stopAll();
            PrivateFiles.sweep(data, MariaDbFiles.UNFINISHED);
            for (String name : CONTENTS) {
                if (Files.exists(data.resolve(name))) {
                    PrivateFiles.deleteTree(data.resolve(name));
                }
            }
            return data;
        });
    }

    private <T> T answered(DirectoryLock.Work<T> work) {
        try {
            return work.run();
        } catch (IOException e) {
            throw new EmbeddedServerException("The folder %s cannot be used: %s".formatted(data, Reasons.of(e)), e);
        }
    }
}
