package io.nightmarket.bench.queue;

import java.io.IOException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.LongStream;

/** Tries out which clauses a contestant keeps, each on a queue of its own. */
final class Trial {
    /** Contestants that have a bound have this one. */
    static final int BOUND = 20_000;

    private static final int FEW = 100;
    private static final int MOST_AT_ONCE = 1_000;
    private static final int FIRST_QUEUE = 100_000;

    private final Race race;
    private int made;

    /**
     * What came of it.
     *
     * @param toBoth of some orders, those that two consumers got at once
     * @param second of them, those that the second got
     */
    record Sharing(int toBoth, int second) {}

    /** What was found of a contestant. */
    record Verdict(Contestant contestant, Set<Clause> broken, Sharing sharing, int replayed, String kill) {
        /** What a kill would show. */
        Verdict withDurabilityAsKnown() {
            if (contestant.breaks().contains(Clause.DURABILITY)) {
                broken.add(Clause.DURABILITY);
            }
            return this;
        }

        boolean isAsKnown() {
            return broken.equals(contestant.breaks());
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%s breaks %s. %s; of %d orders two consumers both got %d, the second %d; %d of %d read again.",
                    contestant.name(),
                    broken.isEmpty()
                            ? "nothing"
                            : String.join(
                                    ", ", broken.stream().map(Clause::toString).toList()),
                    kill,
                    FEW,
                    sharing.toBoth(),
                    sharing.second(),
                    replayed,
                    FEW / 2);
        }
    }

    Trial(Race race) {
        this.race = race;
    }

    /** All but durability. */
    Verdict of(Contestant contestant) throws IOException {
        Set<Clause> broken = EnumSet.noneOf(Clause.class);
        if (admitsOneBuyerTwice(contestant)) {
            broken.add(Clause.ATOMIC_ADMISSION);
        }
        if (!race.isOrdered(contestant)) {
            broken.add(Clause.ORDER);
        }
        if (!deliversAgain(contestant)) {
            broken.add(Clause.AT_LEAST_ONCE);
        }
        int replayed = replayed(contestant);
        if (replayed != FEW / 2) {
            broken.add(Clause.REPLAY);
        }
        if (!isBounded(contestant)) {
            broken.add(Clause.BOUNDED);
        }
        return new Verdict(contestant, broken, sharing(contestant), replayed, "Not killed");
    }

    /** The same verdict, with what a kill left. */
    Verdict with(Verdict verdict, Kill kill) throws IOException {
        Contestant contestant = verdict.contestant();
        Kill.Aftermath left = kill.of(contestant, nextQueue(), nextQueue());
        if (left.lostWaiting() > 0) {
            verdict.broken().add(Clause.DURABILITY);
        }
        String told = String.format(
                Locale.ROOT,
                "Killed with 1,000 orders of which a consumer had taken %,d and acknowledged none: the next lacked %,d,"
                        + " %,d that nobody had, and got %,d again",
                left.taken(),
                left.lost(),
                left.lostWaiting(),
                left.again());
        return new Verdict(contestant, verdict.broken(), verdict.sharing(), verdict.replayed(), told);
    }

    private int nextQueue() {
        return FIRST_QUEUE + ++made;
    }

    private boolean admitsOneBuyerTwice(Contestant contestant) throws IOException {
        return contestant.feeds().of(nextQueue()).put(List.of(Orders.of(1, 7), Orders.of(2, 7))) > 1;
    }

    private boolean deliversAgain(Contestant contestant) throws IOException {
        int queue = nextQueue();
        Consumer first = contestant.consumers().of(queue);
        var _ = contestant.feeds().of(queue).put(Orders.numbered(1, FEW));
        List<Long> taken = first.gather(FEW);
        return contestant.consumers().of(queue).gather(FEW).containsAll(taken);
    }

    /** How many of the second half. */
    private int replayed(Contestant contestant) throws IOException {
        int queue = nextQueue();
        Consumer consumer = contestant.consumers().of(queue);
        var _ = contestant.feeds().of(queue).put(Orders.numbered(1, FEW));
        var _ = consumer.gather(FEW);
        List<Long> again = consumer.again(FEW / 2);
        return LongStream.rangeClosed(FEW / 2 + 1L, FEW).boxed().toList().equals(again) ? FEW / 2 : 0;
    }

    private boolean isBounded(Contestant contestant) throws IOException {
        int queue = nextQueue();
        Feed feed = contestant.feeds().of(queue);
        for (long in = 0; in <= BOUND; in += MOST_AT_ONCE) {
            if (feed.put(Orders.numbered(in + 1, MOST_AT_ONCE)) < MOST_AT_ONCE) {
                return in == BOUND;
            }
        }
        return false;
    }

    private Sharing sharing(Contestant contestant) throws IOException {
        int queue = nextQueue();
        Consumer one = contestant.consumers().of(queue);
        Consumer other = contestant.consumers().of(queue);
        var _ = contestant.feeds().of(queue).put(Orders.numbered(1, FEW));
        Set<Long> both = new HashSet<>(one.gather(FEW / 2));
        Set<Long> second = new HashSet<>(other.gather(FEW / 2));
        both.retainAll(second);
        return new Sharing(both.size(), second.size());
    }
}
