package io.nightmarket.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who uses a data folder. Byte 0 of the lock file is locked while servers are started or stopped, byte N as long as the
 * node with the process id N lives: locks end with their process, however that ends.
 *
 * <p>POSIX frees all locks of a process on a file when any channel on it is closed, so a JVM opens a folder's lock once.
 */
final class FolderLock implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FolderLock.class);

    /** Longer than one node may need to start both servers. */
    private static final Duration LIMIT = Duration.ofSeconds(150);

    private static final long GATE = 0;

    private final Path file;
    private final Duration limit;
    private final FileChannel channel;
    private final @Nullable Object fileKey;
    private @Nullable FileLock ownNode;

    FolderLock(Path file, Duration limit) throws IOException {
        this.file = file;
        this.limit = limit;
        this.channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        this.fileKey = fileKey();
    }

    FolderLock(Path file) throws IOException {
        this(file, LIMIT);
    }

    private @Nullable Object fileKey() throws IOException {
        return Files.exists(file)
                ? Files.readAttributes(file, BasicFileAttributes.class).fileKey()
                : null;
    }

    /** Fails when the file was deleted meanwhile, with the folder: nodes that come later would not see this one. */
    void requireFile() throws IOException {
        if (!Objects.equals(fileKey, fileKey())) {
            throw new IOException("it was deleted meanwhile");
        }
    }

    interface Work<T> {
        T run() throws IOException;
    }

    /** Does the work while no other process starts or stops servers here; fails in words for the operator. */
    <T> T holding(Work<T> work) throws IOException {
        try (FileLock _ = locked(GATE)) {
            return work.run();
        }
    }

    /** Marks the folder as used by this node, until {@link #leave} or the end of the process. */
    void join() throws IOException {
        ownNode = locked(ProcessHandle.current().pid());
    }

    void leave() throws IOException {
        if (ownNode != null) {
            ownNode.release();
        }
    }

    /** Whether a node uses the folder, other than this one. */
    boolean isUsed() throws IOException {
        return isLocked(GATE + 1, Long.MAX_VALUE - 1);
    }

    /** The processes of the nodes that are seen from here: a container's own process ids mean others, or none. */
    List<ProcessHandle> nodes() throws IOException {
        List<ProcessHandle> nodes = new ArrayList<>();
        for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
            if (isJava(process) && isLocked(process.pid(), 1)) {
                nodes.add(process);
            }
        }
        return nodes;
    }

    private static boolean isJava(ProcessHandle process) {
        return process.info()
                .command()
                .filter(command -> command.endsWith("/java"))
                .isPresent();
    }

    /** Those who look share the lock, so that they don't take one another for a node. */
    private boolean isLocked(long position, long size) throws IOException {
        try (FileLock free = channel.tryLock(position, size, true)) {
            return free == null;
        }
    }

    private FileLock locked(long position) throws IOException {
        AtomicReference<@Nullable FileLock> lock = new AtomicReference<>();
        boolean _ = PollUntil.until(
                () -> {
                    lock.set(channel.tryLock(position, 1, false));
                    return lock.get() != null;
                },
                limit);
        FileLock held = lock.get();
        if (held == null) {
            throw new EmbeddedServerException(
                    "Another node has held %s for %d s; is it stuck while starting or stopping the embedded servers?"
                            .formatted(file, limit.toSeconds()));
        }
        return held;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("The lock {} was not closed", file, e);
        }
    }
}
