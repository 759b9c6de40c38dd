package io.nightmarket.testnode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/** Looks at the resident memory of a process again and again, where the system tells it under {@code /proc}. */
public final class MemoryWatch implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(500);

    /**
     * The resident memory of a process through a time.
     *
     * @param kilobytes samples at even distances
     */
    public record Residence(List<Long> kilobytes) {
        private static final double KB_PER_MB = 1024;

        public boolean isKnown() {
            return !kilobytes.isEmpty();
        }

        public double highest() {
            return Collections.max(kilobytes) / KB_PER_MB;
        }

        /** How much more the second half of the time needed at its highest than the first, in which all gets warm. */
        public double growth() {
            int half = Math.max(1, kilobytes.size() / 2);
            long second = Collections.max(kilobytes.subList(half - 1, kilobytes.size()));
            return (second - Collections.max(kilobytes.subList(0, half))) / KB_PER_MB;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%.0f MB at the start, %.0f MB at the highest, %.0f MB at the end",
                    kilobytes.getFirst() / KB_PER_MB,
                    highest(),
                    kilobytes.getLast() / KB_PER_MB);
        }
    }

    private final Path status;
    private final List<Long> samples = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    MemoryWatch(long pid) {
        this.status = Path.of("/proc", Long.toString(pid), "status");
        Thread.ofPlatform().daemon().name("memory-watch").start(this::watch);
    }

    private void watch() {
        while (!closed) {
            resident().ifPresent(samples::add);
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private OptionalLong resident() {
        try {
            return Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    /** From here on; what was seen before is forgotten. */
    public void begin() {
        samples.clear();
        resident().ifPresent(samples::add);
    }

    /** What was seen since the begin; empty where the system tells nothing. */
    public Residence residence() {
        return new Residence(List.copyOf(samples));
    }

    @Override
    public void close() {
        closed = true;
    }
}
