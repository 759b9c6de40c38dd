package io.nightmarket.bench.queue;

import io.nightmarket.testkit.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * A consumer takes some orders and is cut off, and what holds the orders is killed and started again with its files.
 *
 * @param servers the folder in which the embedded servers' process ids are on record
 */
record Kill(Path servers) {
    private static final int ORDERS = 1_000;
    private static final int TAKEN = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long PAUSE = Duration.ofMillis(100).toNanos();

    /**
     * What was seen afterwards.
     *
     * @param taken so many a consumer had taken; none where it would have died with what it took
     * @param lost of the orders that were in, those that the next consumer did not get
     * @param lostWaiting those of them that the first had not taken either
     * @param again those that both got
     */
    record Aftermath(int taken, int lost, int lostWaiting, int again) {
        static Aftermath of(Set<Long> before, Set<Long> after) {
            Set<Long> both = new HashSet<>(before);
            both.retainAll(after);
            Set<Long> either = new HashSet<>(before);
            either.addAll(after);
            return new Aftermath(before.size(), ORDERS - after.size(), ORDERS - either.size(), both.size());
        }
    }

    /** @param spare a queue by which is found out that the server has read its files since it was killed before */
    Aftermath of(Contestant contestant, int queue, int spare) throws IOException {
        if (contestant.holder().isEmpty()) {
            return ofProcess();
        }
        var _ = patiently(() -> contestant.feeds().of(spare).put(Orders.numbered(1, 1)));
        Consumer first = contestant.consumers().of(queue);
        int in = contestant.feeds().of(queue).put(Orders.numbered(1, ORDERS));
        if (in != ORDERS) {
            throw new IOException(contestant.name() + " took in " + in + " orders");
        }
        Set<Long> before = new HashSet<>(first.gather(TAKEN));
        kill(contestant.holder());
        return Aftermath.of(
                before,
                new HashSet<>(patiently(() -> contestant.consumers().of(queue).gather(2 * ORDERS))));
    }

    /** The servers' keeper starts it again. */
    private void kill(String server) throws IOException {
        long pid = Long.parseLong(
                Files.readString(servers.resolve(server + ".pid")).strip());
        ProcessHandle process = ProcessHandle.of(pid).orElseThrow(() -> new IOException(server + " does not run"));
        if (!process.destroyForcibly()) {
            throw new IOException(server + " can't be killed");
        }
        var _ = Waiting.await(process.onExit());
    }

    /** What fails while the server is away has done nothing. */
    private static <T> T patiently(Attempt<T> attempt) throws IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                return attempt.run();
            } catch (IOException e) {
                if (System.nanoTime() - end >= 0) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE);
            }
        }
    }

    private static Aftermath ofProcess() throws IOException {
        try (MemoryProcess process = MemoryProcess.start()) {
            process.put(ORDERS);
            process.kill();
        }
        try (MemoryProcess process = MemoryProcess.start()) {
            int waiting = process.waiting();
            return new Aftermath(0, ORDERS - waiting, ORDERS - waiting, 0);
        }
    }

    @FunctionalInterface
    private interface Attempt<T> {
        T run() throws IOException;
    }
}
