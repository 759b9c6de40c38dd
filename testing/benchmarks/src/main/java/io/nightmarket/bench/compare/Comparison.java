package io.nightmarket.bench.compare;

import io.nightmarket.bench.common.Report;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Candidates under one workload.
 *
 * @param peer whose median the others' are divided by; one of them
 * @param better which of two values is the better one
 * @param figures by candidate, one value for each round; at least one
 */
record Comparison(String name, String unit, Better better, String peer, SequencedMap<String, List<Double>> figures) {
    static final List<String> HEAD = List.of("what", "of", "median", "lowest", "highest", "against the peer");

    /** In which direction a figure is good. */
    enum Better {
        HIGHER,
        LOWER
    }

    /** The median: what a slow moment of the machine does not move. */
    private double median(String candidate) {
        return Report.median(stream(candidate));
    }

    private DoubleStream stream(String candidate) {
        return figures.getOrDefault(candidate, List.of()).stream().mapToDouble(Double::doubleValue);
    }

    private double ratio(String candidate) {
        return median(candidate) / median(peer);
    }

    Stream<List<String>> rows() {
        return figures.keySet().stream()
                .map(candidate -> List.of(
                        name + ", " + unit,
                        candidate,
                        text(median(candidate)),
                        text(stream(candidate).min().orElseThrow()),
                        text(stream(candidate).max().orElseThrow()),
                        String.format(Locale.ROOT, "%.2f", ratio(candidate))));
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.3f" : "%,.0f", value);
    }

    JsonObject toJson() {
        JsonArray all = new JsonArray();
        figures.forEach((candidate, rounds) -> all.add(new JsonObject()
                .put("of", candidate)
                .put("median", median(candidate))
                .put("rounds", rounds)
                .put("ratio", ratio(candidate))));
        return new JsonObject()
                .put("name", name)
                .put("unit", unit)
                .put("better", better.name().toLowerCase(Locale.ROOT))
                .put("peer", peer)
                .put("figures", all);
    }
}
