package io.nightmarket.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What runs on a data folder, seen and ended by a process that is no node. Nothing is started or made. All calls block. */
public final class DataFolder {
    /** Longer than a node may need to stop. */
    private static final Duration STOP = Duration.ofSeconds(90);

    /** The servers of a folder. */
    public static final List<String> NAMES = List.of("redis", "mariadb");

    /** What nodes make in a data folder: nothing else is ever deleted. The servers' files go last, the lock is among them. */
    private static final List<String> CONTENTS =
            List.of("redis", "mariadb", "mariadb-tmp", "pictures", "token.key", "servers");

    private final ServerDirectory directory;

    private DataFolder(ServerDirectory directory) {
        this.directory = directory;
    }

    /** The folder, if a node ever had servers there. */
    public static Optional<DataFolder> of(Path data) {
        return ServerDirectory.existing(data).map(DataFolder::new);
    }

    /** The processes of the nodes that run here. */
    public List<ProcessHandle> nodes() {
        return locking(FolderLock::nodes);
    }

    /** The servers that run, by name, with address and process. */
    public Map<String, String> servers() {
        return answered(() -> {
            Map<String, String> running = new HashMap<>();
            for (String name : NAMES) {
                Optional<ProcessHandle> process = directory.process(name).find();
                if (process.isPresent()) {
                    running.put(
                            name,
                            "127.0.0.1:%d (process %d)"
                                    .formatted(port(name), process.get().pid()));
                }
            }
            return running;
        });
    }

    /** {@code redis://…} of the Redis that runs. */
    public String redisUri() {
        return answered(() -> RedisServer.uri(directory.password("redis"), port("redis")));
    }

    /** {@code mysql://…} of the MariaDB that runs. */
    public String mysqlUri() {
        return answered(() -> MariaDbServer.uri(directory.password("mariadb"), port("mariadb")));
    }

    private int port(String server) throws IOException {
        return directory
                .port(server)
                .recorded()
                .orElseThrow(() -> new IOException("the port of " + server + " is not on record"));
    }

    /** Ends the nodes as Ctrl-C does, waits for them, and ends servers that a killed node left; answers what ran. */
    public List<String> stop() {
        List<ProcessHandle> nodes = nodes();
        nodes.forEach(ProcessHandle::destroy);
        if (!PollUntil.until(() -> nodes.stream().noneMatch(ProcessHandle::isAlive), STOP)) {
            throw new EmbeddedServerException(
                    "The node on %s does not end: end it with kill -9.".formatted(directory.data()));
        }
        List<String> stopped = new ArrayList<>();
        nodes.forEach(node -> stopped.add("node (process " + node.pid() + ")"));
        stopped.addAll(locking(lock -> lock.holding(() -> stopServers(lock))));
        return stopped;
    }

    private List<String> stopServers(FolderLock lock) throws IOException {
        if (lock.isUsed()) {
            throw new EmbeddedServerException(
                    "A node runs on %s; if \"stop\" does not end it, it is another user's, or in a container."
                            .formatted(directory.data()));
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
        var _ = locking(lock -> lock.holding(() -> {
            Path data = directory.data();
            var _ = stopServers(lock);
            PrivateFiles.sweep(data, MariaDbFiles.UNFINISHED);
            for (String name : CONTENTS) {
                if (Files.exists(data.resolve(name))) {
                    PrivateFiles.deleteTree(data.resolve(name));
                }
            }
            return data;
        }));
    }

    private interface Locking<T> {
        T run(FolderLock lock) throws IOException;
    }

    private <T> T locking(Locking<T> work) {
        return answered(() -> {
            try (FolderLock lock = directory.lock()) {
                return work.run(lock);
            }
        });
    }

    private <T> T answered(FolderLock.Work<T> work) {
        try {
            return work.run();
        } catch (IOException e) {
            throw directory.unusable(e);
        }
    }
}
