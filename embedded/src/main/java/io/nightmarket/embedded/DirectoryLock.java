package io.nightmarket.embedded;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Lets one node at a time start, adopt, restart or stop the servers of a data directory.
 *
 * <p>The operating system frees it when its holder dies. It is not reentrant.
 */
final class DirectoryLock {

    /** A file lock belongs to the whole JVM, and closing any channel on the file drops it: threads queue here first. */
    private static final ConcurrentMap<Path, Semaphore> THREADS = new ConcurrentHashMap<>();

    private final Path file;
    private final Duration limit;

    DirectoryLock(Path file, Duration limit) {
        this.file = file;
        this.limit = limit;
    }

    interface Work<T> {
        T run() throws IOException;
    }

    /** Does the work under the lock, or fails in words for the operator when the lock is not had in time. */
    <T> T holding(Work<T> work) {
        Semaphore threads = THREADS.computeIfAbsent(file, ignored -> new Semaphore(1));
        acquire(threads);
        try (FileChannel channel = FileChannel.open(file, CREATE, WRITE)) {
            if (!PollUntil.until(() -> channel.tryLock() != null, limit)) {
                throw notHad();
            }
            return work.run();
        } catch (IOException e) {
            throw new EmbeddedServerException(
                    "The embedded servers cannot use %s: %s".formatted(file.getParent(), Reasons.of(e)), e);
        } finally {
            threads.release();
        }
    }

    private void acquire(Semaphore threads) {
        boolean had = false;
        try {
            had = threads.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!had) {
            throw notHad();
        }
    }

    private EmbeddedServerException notHad() {
        return new EmbeddedServerException(
                "Another node has held %s for %d s; is it stuck while starting or stopping the embedded servers?"
                        .formatted(file, limit.toSeconds()));
    }
}
