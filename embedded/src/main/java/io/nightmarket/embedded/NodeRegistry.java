package io.nightmarket.embedded;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Who uses the servers: one file for each node, locked for as long as the node lives.
 *
 * <p>The lock, not the file, is the sign of life: it vanishes with its process however that ends. Every call but
 * {@link #living} must be made under the {@link DirectoryLock}.
 */
final class NodeRegistry {

    /** Files of this JVM's own nodes. Probing one would drop its lock: POSIX frees it when any channel closes. */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final Path file;
    private @Nullable FileChannel life;

    NodeRegistry(Path directory) {
        this.directory = directory;
        this.file = directory.resolve("node-" + ProcessHandle.current().pid() + "-" + UUID.randomUUID());
    }

    void join() throws IOException {
        var _ = PrivateFiles.directory(directory);
        OWN.add(file);
        FileChannel channel = FileChannel.open(file, CREATE_NEW, WRITE);
        life = channel;
        channel.lock();
    }

    /** Leaves; harmless when repeated. */
    void leave() throws IOException {
        if (life != null) {
            life.close();
            life = null;
        }
        OWN.remove(file);
        Files.deleteIfExists(file);
    }

    /** Whether any node lives, this one included. Files of dead nodes are swept away. */
    boolean anyoneLives() throws IOException {
        boolean found = false;
        try (DirectoryStream<Path> nodes = Files.newDirectoryStream(directory)) {
            for (Path node : nodes) {
                if (OWN.contains(node) || isLocked(node)) {
                    found = true;
                } else {
                    Files.deleteIfExists(node);
                }
            }
        }
        return found;
    }

    /** The processes of the nodes that live, without a change to the folder. */
    List<ProcessHandle> living() throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        List<ProcessHandle> found = new ArrayList<>();
        try (DirectoryStream<Path> nodes = Files.newDirectoryStream(directory, "node-*")) {
            for (Path node : nodes) {
                if (OWN.contains(node) || isLocked(node)) {
                    ProcessHandle.of(pid(node)).ifPresent(found::add);
                }
            }
        }
        return found;
    }

    private static long pid(Path node) {
        return Long.parseLong(node.getFileName().toString().split("-", -1)[1]);
    }

    private static boolean isLocked(Path node) throws IOException {
        try (FileChannel channel = FileChannel.open(node, WRITE)) {
            return channel.tryLock() == null;
        } catch (NoSuchFileException e) {
            // Left meanwhile.
            return false;
        }
    }
}
