package io.nightmarket.chaos;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/** Who clicks when and how, by a seed: the same seed makes the same crowd. */
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
                // The same click by an impatient finger, or a second one.
                String second = random.nextBoolean() ? key : "";
                clicks.add(new Click(buyer, due + random.nextInt(SOON), random.nextInt(nodes), second, durable));
            }
        }
        clicks.sort(Comparator.comparingInt(Click::due));
        return new ClickPlan(clicks);
    }
}
