package io.nightmarket.embedded;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who uses the servers: one file for each node, locked for as long as the node lives.
 *
 * <p>The lock, not the file, is the sign of life: it vanishes with its process however that ends. Every call but
 * {@link #living} must be made under the {@link DirectoryLock}.
 */
final class NodeRegistry {

    private static final Pattern NAME = Pattern.compile("node-(\\d{1,18})-.+");

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

    /** The processes of the nodes that live and are seen from here, without a change to the folder. */
    List<ProcessHandle> living() throws IOException {
        List<ProcessHandle> found = new ArrayList<>();
        try (DirectoryStream<Path> nodes = Files.newDirectoryStream(directory)) {
            for (Path node : nodes) {
                if (OWN.contains(node) || isLocked(node)) {
                    process(node).ifPresent(found::add);
                }
            }
        }
        return found;
    }

    /** A node in a container of its own has a number that means another process here, or none. */
    private static Optional<ProcessHandle> process(Path node) {
        Matcher name = NAME.matcher(node.getFileName().toString());
        return name.matches()
                ? ProcessHandle.of(Long.parseLong(name.group(1))).filter(NodeRegistry::isJava)
                : Optional.empty();
    }

    static boolean isJava(ProcessHandle process) {
        return process.info()
                .command()
                .filter(command -> command.endsWith("/java"))
                .isPresent();
    }

    /** Those who look don't hinder each other. */
    private static boolean isLocked(Path node) throws IOException {
        try (FileChannel channel = FileChannel.open(node, READ)) {
            return channel.tryLock(0, Long.MAX_VALUE, true) == null;
        } catch (NoSuchFileException e) {
            // Left meanwhile.
            return false;
        }
    }
}
