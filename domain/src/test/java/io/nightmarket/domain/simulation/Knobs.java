package io.nightmarket.domain.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * How large a world is, and what befalls it.
 *
 * @param buyers of each sale
 * @param stock of each sale
 * @param batch so many orders share a transaction
 * @param group so many buyers share a call
 * @param backlog so many orders may wait
 * @param perMille so many of a thousand calls meet this fate
 * @param crashes of a node
 * @param holds of a node, long enough for its lease to end
 * @param losses of all that the queue holds
 * @param restocks changes of a sale's stock, up and down
 * @param turns of a sale's state
 * @param unwritable of so many buyers one has orders that the ledger can't write; 0 for none
 * @param endsEarly whether the sale is over while buyers still come
 * @param setbacks of the queue to what it held before
 * @param restarts of the queue with all that it holds
 * @param entryLosses of an entry of the stream, which is removed or damaged
 * @param rollbacks of the database to what it held before
 * @param cuts of a node from one server, or some
 * @param promotions of a replica while the primary goes on
 * @param alterations of the tables, which refuse every order for a while
 * @param decisions of an operator about dead letters
 * @param skewMillis by which a clock may be wrong, forward or back
 * @param lives what buyers do with orders: pay, cancel, want their money back
 * @param payWithin until orders expire; zero: never
 * @param hasReplicas whether nodes don't use an epoch that the database has not confirmed for long
 */
public record Knobs(
        int nodes,
        int sales,
        int buyers,
        int stock,
        int batch,
        int group,
        int backlog,
        Map<Fate, Integer> perMille,
        int crashes,
        int holds,
        int losses,
        int restocks,
        int turns,
        int unwritable,
        boolean endsEarly,
        int setbacks,
        int restarts,
        int entryLosses,
        int rollbacks,
        int cuts,
        int promotions,
        int alterations,
        int decisions,
        int skewMillis,
        int lives,
        Duration payWithin,
        boolean hasReplicas) {
    private static final int MOST_SKEW_MILLIS = 2_400;
    private static final Duration PAY_WITHIN = Duration.ofSeconds(3);

    public Knobs {
        perMille = Collections.unmodifiableMap(new EnumMap<>(perMille));
    }

    /** Each seed has a taste of its own: most faults are absent from most worlds, so that the others come to the fore. */
    public static Knobs of(SplittableRandom random) {
        Map<Fate, Integer> perMille = new EnumMap<>(Fate.class);
        for (Fate fate : Fate.values()) {
            perMille.put(fate, fate == Fate.WELL || random.nextInt(3) == 0 ? 0 : random.nextInt(1, 80));
        }
        Knobs basic = new Knobs(
                random.nextInt(1, 4),
                random.nextInt(5) == 0 ? 2 : 1,
                random.nextInt(3, 31),
                random.nextInt(1, 11),
                random.nextInt(1, 9),
                random.nextInt(1, 9),
                random.nextInt(4) == 0 ? random.nextInt(1, 5) : 1_000,
                perMille,
                random.nextInt(2) * random.nextInt(4),
                random.nextInt(2) * random.nextInt(4),
                random.nextInt(6) == 0 ? random.nextInt(1, 3) : 0,
                random.nextInt(2) * random.nextInt(4),
                random.nextInt(2) * random.nextInt(4),
                random.nextInt(4) == 0 ? random.nextInt(2, 6) : 0,
                random.nextInt(6) == 0,
                random.nextInt(6) == 0 ? random.nextInt(1, 3) : 0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                Duration.ZERO,
                false);
        return basic.withMore(random).withLives(random);
    }

    /**
     * A sale that ended leaves the queue long before the audit is sure of a loss. And a database that loses its last commits
     * while the queue loses its last admissions loses orders for good: only one of them does.
     */
    private Knobs withMore(SplittableRandom random) {
        boolean hasReplicas = random.nextInt(3) == 0;
        boolean rollsBack = random.nextInt(6) == 0 && !endsEarly;
        int[] blows = blows();
        blows[2] = rollsBack ? 0 : losses;
        blows[6] = rollsBack ? 0 : setbacks;
        blows[7] = random.nextInt(5) == 0 ? random.nextInt(1, 3) : 0;
        blows[8] = random.nextInt(5) == 0 && !endsEarly ? random.nextInt(1, 4) : 0;
        blows[10] = random.nextInt(3) == 0 && !(endsEarly && losesLatest()) ? random.nextInt(1, 4) : 0;
        // A refusal that is lost makes a recovery drop the sale; commits lost then are lost for good.
        blows[9] = rollsBack ? random.nextInt(1, blows[10] > 0 ? 2 : 3) : 0;
        blows[11] = hasReplicas && !rollsBack && random.nextInt(3) == 0 ? 1 : 0;
        // Two that follow at once, around a probe, are not told from an order's own data.
        blows[12] = random.nextInt(6) == 0 ? 1 : 0;
        blows[13] = random.nextInt(3) * random.nextInt(3);
        blows[14] = random.nextBoolean() ? random.nextInt(1, MOST_SKEW_MILLIS) : 0;
        return with(buyers, perMille, blows, hasReplicas, payWithin);
    }

    /** A database that loses its last commits loses payments with them, which nothing brings back. */
    private Knobs withLives(SplittableRandom random) {
        int[] blows = blows();
        blows[15] = random.nextInt(3) == 0 && rollbacks == 0 ? random.nextInt(5, 40) : 0;
        Duration within = random.nextBoolean() ? PAY_WITHIN : Duration.ZERO;
        return with(buyers, perMille, blows, hasReplicas, blows[15] == 0 ? Duration.ZERO : within);
    }

    private Knobs with(int fewerBuyers, Map<Fate, Integer> fates, int[] blows) {
        return with(fewerBuyers, fates, blows, hasReplicas, blows[15] == 0 ? Duration.ZERO : payWithin);
    }

    private Knobs with(int fewerBuyers, Map<Fate, Integer> fates, int[] blows, boolean replicated, Duration within) {
        return new Knobs(
                nodes,
                sales,
                fewerBuyers,
                stock,
                batch,
                group,
                backlog,
                fates,
                blows[0],
                blows[1],
                blows[2],
                blows[3],
                blows[4],
                blows[5],
                endsEarly,
                blows[6],
                blows[7],
                blows[8],
                blows[9],
                blows[10],
                blows[11],
                blows[12],
                blows[13],
                blows[14],
                blows[15],
                within,
                replicated);
    }

    private int[] blows() {
        return new int[] {
            crashes,
            holds,
            losses,
            restocks,
            turns,
            unwritable,
            setbacks,
            restarts,
            entryLosses,
            rollbacks,
            cuts,
            promotions,
            alterations,
            decisions,
            skewMillis,
            lives
        };
    }

    /** Worlds that are a little simpler than this one. */
    List<Knobs> simpler() {
        List<Knobs> simpler = new ArrayList<>();
        if (buyers > 1) {
            simpler.add(with(buyers / 2, perMille, blows()));
            simpler.add(with(buyers - 1, perMille, blows()));
        }
        perMille.forEach((fate, rate) -> {
            if (rate > 0) {
                Map<Fate, Integer> fewer = new EnumMap<>(perMille);
                fewer.put(fate, 0);
                simpler.add(with(buyers, fewer, blows()));
            }
        });
        for (int i = 0; i < blows().length; i++) {
            int[] fewer = blows();
            if (fewer[i] > 0) {
                fewer[i] = 0;
                simpler.add(with(buyers, perMille, fewer));
            }
        }
        return simpler;
    }

    /** The smaller the simpler. */
    int size() {
        int fates =
                perMille.values().stream().mapToInt(rate -> rate > 0 ? 1 : 0).sum();
        return nodes
                + sales
                + buyers
                + fates
                + Arrays.stream(blows()).map(blow -> Math.min(blow, 5)).sum();
    }

    /** Whether accepted orders may be nowhere until the audit finds them; a queue may lose those that were replayed. */
    boolean losesOrders() {
        return entryLosses > 0 || rollbacks > 0 || (decisions > 0 && losesLatest());
    }

    /**
     * Whether queue and database may disagree until the audit finds it; a queue may lose that units were released, and a node
     * that crashes leaves the reservation of a revival. Of a sale that is over the queue need not know anything.
     */
    boolean needsAudit() {
        return !endsEarly && (losesOrders() || losesLatest() || lives > 0);
    }

    private boolean losesLatest() {
        return setbacks > 0 || promotions > 0;
    }

    /** Whether a request may take effect after its caller has been answered, or has given up. */
    boolean hasStragglers() {
        return perMille.getOrDefault(Fate.LATE, 0) > 0 || perMille.getOrDefault(Fate.DOUBLED, 0) > 0;
    }
}
