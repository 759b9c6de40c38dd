package io.nightmarket.domain.simulation;

import java.util.ArrayList;
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
 * @param unwritable of so many buyers one has orders that the books can't write; 0 for none
 * @param endsEarly whether the sale is over while buyers still come
 * @param setbacks of the queue to what it held before
 */
record Knobs(
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
        int setbacks) {
    Knobs {
        perMille = Collections.unmodifiableMap(new EnumMap<>(perMille));
    }

    /** Each seed has a taste of its own: most faults are absent from most worlds, so that the others come to the fore. */
    static Knobs of(SplittableRandom random) {
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
                random.nextInt(2) * random.nextInt(4),
                random.nextInt(2) * random.nextInt(4),
                random.nextInt(6) == 0 ? random.nextInt(1, 3) : 0,
                random.nextInt(2) * random.nextInt(4),
                random.nextInt(2) * random.nextInt(4),
                random.nextInt(4) == 0 ? random.nextInt(2, 6) : 0,
                random.nextInt(6) == 0,
                random.nextInt(6) == 0 ? random.nextInt(1, 3) : 0);
    }

    private Knobs with(int fewerBuyers, Map<Fate, Integer> fates, int[] blows) {
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
                blows[6]);
    }

    private int[] blows() {
        return new int[] {crashes, holds, losses, restocks, turns, unwritable, setbacks};
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
        return nodes + sales + buyers + fates + crashes + holds + losses + restocks + turns + unwritable + setbacks;
    }

    /** Whether a request may take effect after its caller has been answered, or has given up. */
    boolean hasStragglers() {
        return perMille.getOrDefault(Fate.LATE, 0) > 0 || perMille.getOrDefault(Fate.DOUBLED, 0) > 0;
    }
}
