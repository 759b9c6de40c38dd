package io.nightmarket.bench.report;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Candidates under one workload.
 *
 * @param peer whose median the others' are divided by; one of them
 * @param better which of two values is the better one
 */
public record Comparison(String name, String unit, Better better, String peer, List<Figure> figures) {
    static final List<String> HEAD = List.of("what", "of", "median", "lowest", "highest", "against the peer");

    /** In which direction a figure is good. */
    public enum Better {
        HIGHER,
        LOWER
    }

    /**
     * What was measured of one candidate.
     *
     * @param rounds one value for each round, in the order of the rounds; at least one
     */
    public record Figure(String of, List<Double> rounds) {
        /** The middle one, or the mean of the two in the middle: what a slow moment of the machine does not move. */
        double median() {
            return Reading.median(rounds.stream()).orElseThrow();
        }
    }

    /** Of what the rounds of all candidates brought, one value of each round. */
    public static <C extends Candidate, R> Comparison of(
            String name,
            String unit,
            Better better,
            C peer,
            SequencedMap<C, List<R>> rounds,
            ToDoubleFunction<R> value) {
        List<Figure> figures = rounds.entrySet().stream()
                .map(entry -> new Figure(
                        entry.getKey().name(),
                        entry.getValue().stream().map(value::applyAsDouble).toList()))
                .toList();
        return new Comparison(name, unit, better, peer.name(), figures);
    }

    private double ratio(Figure figure) {
        Figure beside = figures.stream()
                .filter(one -> one.of().equals(peer))
                .findFirst()
                .orElseThrow();
        return figure.median() / beside.median();
    }

    Stream<List<String>> rows() {
        return figures.stream()
                .map(figure -> List.of(
                        name + ", " + unit,
                        figure.of(),
                        text(figure.median()),
                        text(figure.rounds().stream().reduce(Math::min).orElseThrow()),
                        text(figure.rounds().stream().reduce(Math::max).orElseThrow()),
                        String.format(Locale.ROOT, "%.2f", ratio(figure))));
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.3f" : "%,.0f", value);
    }

    JsonObject toJson() {
        return new JsonObject()
                .put("name", name)
                .put("unit", unit)
                .put("better", better.name().toLowerCase(Locale.ROOT))
                .put("peer", peer)
                .put(
                        "figures",
                        figures.stream()
                                .map(figure -> new JsonObject()
                                        .put("of", figure.of())
                                        .put("median", figure.median())
                                        .put("rounds", figure.rounds())
                                        .put("ratio", ratio(figure)))
                                .toList());
    }
}
