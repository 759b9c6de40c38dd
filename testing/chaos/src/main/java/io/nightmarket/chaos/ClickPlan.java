package io.nightmarket.chaos;

import io.nightmarket.chaos.check.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/** The clicks of a crowd with their times, made from a seed: equal seeds make equal crowds. */
record ClickPlan(List<Click> clicks) {
    private static final double WITH_KEY = 0.3;
    private static final double DURABLE = 0.2;
    private static final double TWICE = 0.1;
    private static final int SOON = 1_000;

    ClickPlan {
        clicks = List.copyOf(clicks);
    }

    /**
     * The crowd of a seed.
     *
     * @param spread milliseconds in which all of them begin
     */
    static ClickPlan of(long seed, int buyers, int nodes, int spread) {
        RandomGenerator random = new Random(seed);
        List<Click> clicks = new ArrayList<>();
        for (int buyer = 0; buyer < buyers; buyer++) {
            String key = random.nextDouble() < WITH_KEY ? Long.toHexString(random.nextLong()) : "";
            boolean durable = random.nextDouble() < DURABLE;
            int due = random.nextInt(spread);
            clicks.add(new Click(buyer, due, random.nextInt(nodes), key, durable));
            if (random.nextDouble() < TWICE) {
                // An impatient buyer clicks the same request again, or a second one.
                String second = random.nextBoolean() ? key : "";
                clicks.add(new Click(buyer, due + random.nextInt(SOON), random.nextInt(nodes), second, durable));
            }
        }
        clicks.sort(Comparator.comparingInt(Click::due));
        return new ClickPlan(clicks);
    }

    /**
     * A click that a buyer will make.
     *
     * @param buyer from 0
     * @param due milliseconds from the begin
     * @param node that is asked first
     * @param key the buyer's own name for the click; empty when there is none
     * @param durable whether the buyer waits until the order is written
     */
    record Click(int buyer, int due, int node, String key, boolean durable) {
        String query() {
            return durable ? "?ack=durable" : "";
        }

        /** For the history. */
        String how() {
            return (durable ? Event.DURABLE : "")
                    + (durable && !key.isEmpty() ? ", " : "")
                    + (key.isEmpty() ? "" : "key " + key);
        }
    }
}
