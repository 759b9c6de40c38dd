package io.nightmarket.bench.report;

import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * What was measured of one contestant.
 *
 * @param rounds one value for each round, in the order of the rounds; at least one
 */
public record Figure(String of, List<Double> rounds) {
    public Figure {
        if (rounds.isEmpty()) {
            throw new IllegalArgumentException("nothing was measured of " + of);
        }
        rounds = List.copyOf(rounds);
    }

    /** The middle one, or the mean of the two in the middle: what a slow moment of the machine does not move. */
    public double median() {
        List<Double> sorted = rounds.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }

    double lowest() {
        return rounds.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    }

    double highest() {
        return rounds.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }

    JsonObject toJson(double peer) {
        return new JsonObject()
                .put("of", of)
                .put("median", median())
                .put("rounds", rounds)
                .put("ratio", median() / peer);
    }
}
