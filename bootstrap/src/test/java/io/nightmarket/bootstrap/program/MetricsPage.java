package io.nightmarket.bootstrap.program;

import java.util.List;
import java.util.regex.Pattern;

/** The page for Prometheus of one node. */
final class MetricsPage implements AutoCloseable {
    private static final Pattern LINE = Pattern.compile("([a-z_]+)\\{([^}]*)} ([-+0-9.E]+)");

    private final Client client;

    private record Sample(String name, String labels, double value) {}

    MetricsPage(int port) {
        client = new Client("http://127.0.0.1:" + port);
    }

    /** The sum of what bears the name and all of these labels, each written {@code name="value"}; fails when nothing does. */
    double value(String name, String... labels) {
        List<Sample> samples = client.get("/metrics", null)
                .body()
                .getString("text")
                .lines()
                .flatMap(line -> LINE.matcher(line).results())
                .map(line -> new Sample(line.group(1), line.group(2), Double.parseDouble(line.group(3))))
                .filter(sample ->
                        sample.name().equals(name) && List.of(labels).stream().allMatch(sample.labels()::contains))
                .toList();
        if (samples.isEmpty()) {
            throw new AssertionError("no " + name + List.of(labels));
        }
        return samples.stream().mapToDouble(Sample::value).sum();
    }

    @Override
    public void close() {
        client.close();
    }
}
