package io.nightmarket.domain.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * How large a world is, and what befalls it.
 *
 * @param buyers the buyers of each sale
 * @param stock the stock of each sale
 * @param batch how many orders share a transaction
 * @param group how many buyers share a call
 * @param backlog how many orders may wait
 * @param perMille how many of a thousand calls meet each fate
 * @param blows how often each blow falls, or how hard; those that are missing, not at all
 * @param endsEarly whether the sale is over while buyers still come
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
        Map<Blow, Integer> blows,
        boolean endsEarly,
        Duration payWithin,
        boolean hasReplicas) {
    private static final int MOST_SKEW_MILLIS = 2_400;
    private static final Duration PAY_WITHIN = Duration.ofSeconds(3);

    /** What befalls a world beside what befalls its calls. */
    enum Blow {
        /** A node ends at once. */
        CRASH,
        /** A node is held up, long enough for its lease to end. */
        HOLD,
        /** The queue loses all that it holds. */
        LOSS,
        /** A sale's stock changes, up or down. */
        RESTOCK,
        /** A sale's state changes, there and back. */
        TURN,
        /** One in this number of buyers has orders that the ledger can't write. */
        UNWRITABLE,
        /** The queue goes back to what it held before. */
        SETBACK,
        /** The queue restarts with all that it holds. */
        RESTART,
        /** An entry of the stream is removed or damaged. */
        ENTRY_LOSS,
        /** The database goes back to what it held before. */
        ROLLBACK,
        /** A node is cut off from one server, or some. */
        CUT,
        /** A replica takes over while the primary goes on. */
        PROMOTION,
        /** The tables are altered, and refuse every order for a while. */
        ALTERATION,
        /** An operator decides about dead letters. */
        DECISION,
        /** A clock is wrong by this many milliseconds at most, forward or back. */
        SKEW,
        /** A buyer does something with an order: pays, cancels, wants the money back. */
        LIFE
    }

    public Knobs {
        perMille = Collections.unmodifiableMap(new EnumMap<>(perMille));
        blows = Collections.unmodifiableMap(new EnumMap<>(blows));
    }

    /** How often it falls, or how hard. */
    int of(Blow blow) {
        return blows.getOrDefault(blow, 0);
    }

    private boolean has(Blow blow) {
        return of(blow) > 0;
    }

    /** Each seed has a taste of its own: most faults are absent from most worlds, so that the others come to the fore. */
    public static Knobs of(SplittableRandom random) {
        Map<Fate, Integer> perMille = new EnumMap<>(Fate.class);
        for (Fate fate : Fate.values()) {
            perMille.put(fate, fate == Fate.WELL || random.nextInt(3) == 0 ? 0 : random.nextInt(1, 80));
        }
        return new Knobs(
                        random.nextInt(1, 4),
                        random.nextInt(5) == 0 ? 2 : 1,
                        random.nextInt(3, 31),
                        random.nextInt(1, 11),
                        random.nextInt(1, 9),
                        random.nextInt(1, 9),
                        random.nextInt(4) == 0 ? random.nextInt(1, 5) : 1_000,
                        perMille,
                        blows(random),
                        random.nextInt(6) == 0,
                        Duration.ZERO,
                        false)
                .withMore(random)
                .withLives(random);
    }

    private static Map<Blow, Integer> blows(SplittableRandom random) {
        Map<Blow, Integer> blows = new EnumMap<>(Blow.class);
        blows.put(Blow.CRASH, random.nextInt(2) * random.nextInt(4));
        blows.put(Blow.HOLD, random.nextInt(2) * random.nextInt(4));
        blows.put(Blow.LOSS, random.nextInt(6) == 0 ? random.nextInt(1, 3) : 0);
        blows.put(Blow.RESTOCK, random.nextInt(2) * random.nextInt(4));
        blows.put(Blow.TURN, random.nextInt(2) * random.nextInt(4));
        blows.put(Blow.UNWRITABLE, random.nextInt(4) == 0 ? random.nextInt(2, 6) : 0);
        return blows;
    }

    /**
     * A sale that ended leaves the queue long before the audit is sure of a loss. And a database that loses its last commits
     * while the queue loses its last admissions loses orders for good: only one of them does.
     */
    private Knobs withMore(SplittableRandom random) {
        Map<Blow, Integer> more = new EnumMap<>(blows);
        int setbacks = random.nextInt(6) == 0 ? random.nextInt(1, 3) : 0;
        boolean replicated = random.nextInt(3) == 0;
        boolean rollsBack = random.nextInt(6) == 0 && !endsEarly;
        if (rollsBack) {
            more.remove(Blow.LOSS);
        } else {
            more.put(Blow.SETBACK, setbacks);
        }
        more.put(Blow.RESTART, random.nextInt(5) == 0 ? random.nextInt(1, 3) : 0);
        more.put(Blow.ENTRY_LOSS, random.nextInt(5) == 0 && !endsEarly ? random.nextInt(1, 4) : 0);
        int cuts = random.nextInt(3) == 0 && !(endsEarly && setbacks > 0) ? random.nextInt(1, 4) : 0;
        more.put(Blow.CUT, cuts);
        // A refusal that is lost makes a recovery drop the sale; commits lost then are lost for good.
        more.put(Blow.ROLLBACK, rollsBack ? random.nextInt(1, cuts > 0 ? 2 : 3) : 0);
        more.put(Blow.PROMOTION, replicated && !rollsBack && random.nextInt(3) == 0 ? 1 : 0);
        // Two that follow at once, around a probe, are not told from an order's own data.
        more.put(Blow.ALTERATION, random.nextInt(6) == 0 ? 1 : 0);
        more.put(Blow.DECISION, random.nextInt(3) * random.nextInt(3));
        more.put(Blow.SKEW, random.nextBoolean() ? random.nextInt(1, MOST_SKEW_MILLIS) : 0);
        return with(buyers, perMille, more, payWithin, replicated);
    }

    /** A database that loses its last commits loses payments with them, which nothing brings back. */
    private Knobs withLives(SplittableRandom random) {
        int lives = random.nextInt(3) == 0 && !has(Blow.ROLLBACK) ? random.nextInt(5, 40) : 0;
        Duration within = random.nextBoolean() ? PAY_WITHIN : Duration.ZERO;
        return with(buyers, perMille, but(Blow.LIFE, lives), within, hasReplicas);
    }

    private Map<Blow, Integer> but(Blow blow, int times) {
        Map<Blow, Integer> other = new EnumMap<>(blows);
        other.put(blow, times);
        return other;
    }

    private Knobs with(int fewerBuyers, Map<Fate, Integer> fates, Map<Blow, Integer> others) {
        return with(fewerBuyers, fates, others, payWithin, hasReplicas);
    }

    /** Without payments no order expires. */
    private Knobs with(
            int fewerBuyers, Map<Fate, Integer> fates, Map<Blow, Integer> others, Duration within, boolean replicated) {
        return new Knobs(
                nodes,
                sales,
                fewerBuyers,
                stock,
                batch,
                group,
                backlog,
                fates,
                others,
                endsEarly,
                others.getOrDefault(Blow.LIFE, 0) == 0 ? Duration.ZERO : within,
                replicated);
    }

    /** Worlds that are a little simpler than this one. */
    List<Knobs> simpler() {
        List<Knobs> simpler = new ArrayList<>();
        if (buyers > 1) {
            simpler.add(with(buyers / 2, perMille, blows));
            simpler.add(with(buyers - 1, perMille, blows));
        }
        perMille.forEach((fate, rate) -> {
            if (rate > 0) {
                Map<Fate, Integer> fewer = new EnumMap<>(perMille);
                fewer.put(fate, 0);
                simpler.add(with(buyers, fewer, blows));
            }
        });
        blows.keySet().stream().filter(this::has).forEach(blow -> simpler.add(with(buyers, perMille, but(blow, 0))));
        return simpler;
    }

    /** The smaller the simpler. */
    int size() {
        int fates =
                perMille.values().stream().mapToInt(rate -> rate > 0 ? 1 : 0).sum();
        int falling =
                blows.values().stream().mapToInt(blow -> Math.min(blow, 5)).sum();
        return nodes + sales + buyers + fates + falling;
    }

    /** Whether accepted orders may be nowhere until the audit finds them; a queue may lose those that were replayed. */
    boolean losesOrders() {
        return has(Blow.ENTRY_LOSS) || has(Blow.ROLLBACK) || (has(Blow.DECISION) && losesLatest());
    }

    /**
     * Whether queue and database may disagree until the audit finds it; a queue may lose that units were released,
     * and a node that crashes leaves the reservation of a revival. The queue need not know anything of a sale that is
     * over.
     */
    boolean needsAudit() {
        return !endsEarly && (losesOrders() || losesLatest() || has(Blow.LIFE));
    }

    private boolean losesLatest() {
        return has(Blow.SETBACK) || has(Blow.PROMOTION);
    }

    /** Whether a request may take effect after its caller has been answered, or has given up. */
    boolean hasStragglers() {
        return perMille.getOrDefault(Fate.LATE, 0) > 0 || perMille.getOrDefault(Fate.DOUBLED, 0) > 0;
    }
}
