package io.nightmarket.bench.report;

import io.vertx.core.json.JsonObject;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Contestants in one discipline.
 *
 * @param peer whose figure the others' are divided by; one of them
 * @param better which of two values is the better one
 */
public record Comparison(String name, String unit, Better better, String peer, List<Figure> figures) {
    /** In which direction a figure is good. */
    public enum Better {
        HIGHER,
        LOWER
    }

    public Comparison {
        figures = List.copyOf(figures);
        if (figures.stream().noneMatch(figure -> figure.of().equals(peer))) {
            throw new IllegalArgumentException(peer + " has no figure in " + name);
        }
    }

    /** Of what {@link Rounds} brought, one value of each round. */
    public static <C, R> Comparison of(
            String name,
            String unit,
            Better better,
            C peer,
            SequencedMap<C, List<R>> rounds,
            Function<C, String> names,
            ToDoubleFunction<R> value) {
        List<Figure> figures = rounds.entrySet().stream()
                .map(entry -> new Figure(
                        names.apply(entry.getKey()),
                        entry.getValue().stream()
                                .map(round -> value.applyAsDouble(round))
                                .toList()))
                .toList();
        return new Comparison(name, unit, better, names.apply(peer), figures);
    }

    /** A contestant's median by the peer's. */
    public double ratio(String of) {
        return median(of) / median(peer);
    }

    private double median(String of) {
        return figures.stream()
                .filter(figure -> figure.of().equals(of))
                .findFirst()
                .orElseThrow()
                .median();
    }

    void print(PrintStream out) {
        for (Figure figure : figures) {
            out.printf(
                    Locale.ROOT,
                    "| %s, %s | %s | %s | %s | %s | %.2f |%n",
                    name,
                    unit,
                    figure.of(),
                    text(figure.median()),
                    text(figure.lowest()),
                    text(figure.highest()),
                    ratio(figure.of()));
        }
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
                                .map(figure -> figure.toJson(median(peer)))
                                .toList());
    }
}
