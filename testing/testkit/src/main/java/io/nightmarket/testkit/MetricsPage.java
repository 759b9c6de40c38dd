package io.nightmarket.testkit;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The page that a node serves for Prometheus.
 *
 * @param text the text of the page
 */
public record MetricsPage(String text) {
    private static final Pattern LINE = Pattern.compile("^([a-z_]+)(?:\\{([^}]*)})? ([-+0-9.E]+)$");

    private record Sample(String name, String labels, double value) {}

    /**
     * The sum of the samples of this name that have all of these labels, each written {@code name="value"}; fails when
     * there is none.
     */
    public double value(String name, String... labels) {
        List<Sample> samples = samples(name, labels);
        if (samples.isEmpty()) {
            throw new AssertionError("no " + name + List.of(labels));
        }
        return sum(samples);
    }

    /** The sum of the samples of this name with all of these labels; 0 when there is none. */
    public long total(String name, String... labels) {
        return Math.round(sum(samples(name, labels)));
    }

    /** How often a cache asked the database, whatever the result. */
    public long loads(String cache) {
        return total("nightmarket_cache_loads_seconds_count", "cache=\"" + cache + '"');
    }

    private static double sum(List<Sample> samples) {
        return samples.stream().mapToDouble(Sample::value).sum();
    }

    private List<Sample> samples(String name, String... labels) {
        return text.lines()
                .flatMap(line -> LINE.matcher(line).results())
                .map(line -> new Sample(
                        line.group(1),
                        Objects.requireNonNullElse(line.group(2), ""),
                        Double.parseDouble(line.group(3))))
                .filter(sample ->
                        sample.name().equals(name) && List.of(labels).stream().allMatch(sample.labels()::contains))
                .toList();
    }
}
