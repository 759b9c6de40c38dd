package io.nightmarket.bench.sale;

import io.nightmarket.testnode.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a run took of the processors, by process, and the longest pause of the node's collector meanwhile. */
final class Consumption {
    private static final Path OWN = Path.of("/proc/self/stat");
    /** The first of four numbers of ticks, of this process and of children that ended; counted after the name of the process. */
    private static final int TICKS_FIELD = 11;

    private static final int TICKS_FIELDS = 4;

    /** A second, by the kernel's clock. */
    private static final double TICKS = 100;

    private final Stage stage;
    private Map<String, Double> before = Map.of();

    Consumption(Stage stage) {
        this.stage = stage;
    }

    void begin() throws IOException {
        before = seconds(stage.node.usage());
    }

    /**
     * Says what each request took; processes whose use this system does not tell are left out. The generator makes its requests
     * beforehand, and that counts.
     */
    String since(long requests, double rate) throws IOException {
        Usage usage = stage.node.usage();
        Map<String, Double> after = seconds(usage);
        String parts = after.entrySet().stream()
                .map(use -> String.format(
                        Locale.ROOT,
                        "%s %.1f",
                        use.getKey(),
                        (use.getValue() - before.getOrDefault(use.getKey(), 0.0)) * 1e6 / requests))
                .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                "microseconds of processor a request: %s; %,.0f requests/s; %s",
                parts,
                rate,
                pause(usage));
    }

    /** Says how long the node's collector paused at most since the run began. */
    String longestPause() throws IOException {
        return pause(stage.node.usage());
    }

    private static String pause(Usage usage) {
        return "longest pause of the node's collector " + usage.longestPause().toMillis() + " ms";
    }

    private Map<String, Double> seconds(Usage node) throws IOException {
        Map<String, Double> used = new LinkedHashMap<>();
        used.put("node", node.processor().toNanos() / 1e9);
        used.put("Redis", stage.servers.redisProcessor());
        mariaDb().ifPresent(time -> used.put("MariaDB", time.toNanos() / 1e9));
        if (Files.isReadable(OWN)) {
            used.put("generator", own());
        }
        return used;
    }

    private Optional<Duration> mariaDb() {
        return stage.embeddedMySql().map(ProcessHandle::info).flatMap(ProcessHandle.Info::totalCpuDuration);
    }

    private static double own() throws IOException {
        String stat = Files.readString(OWN);
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return Arrays.stream(fields, TICKS_FIELD, TICKS_FIELD + TICKS_FIELDS)
                        .mapToLong(Long::parseLong)
                        .sum()
                / TICKS;
    }
}
