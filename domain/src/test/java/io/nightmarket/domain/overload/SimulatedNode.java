package io.nightmarket.domain.overload;

import io.nightmarket.domain.base.GroupCommit;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * One event loop in virtual time: it takes what arrived during its last turn, works on each request for a while, and has the
 * rest done by a back end. Purchases go there in groups, with a sync of the disk for each.
 */
final class SimulatedNode {
    static final Duration TARGET = Duration.ofMillis(20);

    private static final long SHORTEST_TURN = 1_000_000;
    private static final long ANSWER = 2_000_000;
    private static final long BACK_END_TIMEOUT = 1_500_000_000;

    /** Who asks has gone by then. */
    private static final long PATIENCE = 1_000_000_000;

    private final SplittableRandom random = new SplittableRandom(1);
    private final long work;
    private final long rejection;
    private final long sync;
    private final long perPurchase;
    private final QueueWaiting waiting = new QueueWaiting(() -> this.now);
    final LoadGate gate = new LoadGate(TARGET, waiting);
    private final GroupCommit<Long, Boolean> purchases =
            new GroupCommit<>(this::call, 1, 256, Integer.MAX_VALUE, waiting);
    private final PriorityQueue<Event> events = new PriorityQueue<>(Comparator.comparingLong(Event::at));
    private final Map<Priority, Double> rates = new EnumMap<>(Priority.class);
    final Map<Priority, Long> good = new EnumMap<>(Priority.class);
    final Map<Priority, Long> rejected = new EnumMap<>(Priority.class);
    private long now;
    private long lastTurn;
    private long tickDue = LoadGate.TICK.toNanos();
    private long stoppedUntil;
    private long pause;

    private record Event(long at, Runnable task) {}

    /**
     * @param work the loop's work for a request that is served
     * @param rejection the loop's work for one that is rejected
     * @param sync the time of a call that carries purchases
     * @param perPurchase what each purchase adds to it
     */
    SimulatedNode(Duration work, Duration rejection, Duration sync, Duration perPurchase) {
        this.work = work.toNanos();
        this.rejection = rejection.toNanos();
        this.sync = sync.toNanos();
        this.perPurchase = perPurchase.toNanos();
    }

    /** Requests of this priority that arrive in a second, from now on. */
    void arrive(Priority priority, double perSecond) {
        rates.put(priority, perSecond);
    }

    /** The back end of all but purchases answers nothing for this time. */
    void stopBackEnd(Duration length) {
        stoppedUntil = now + length.toNanos();
    }

    /** The loop stands still for this time in its next turn. */
    void pauseOnce(Duration length) {
        pause = length.toNanos();
    }

    /** Lets time pass. */
    void run(Duration length) {
        long end = now + length.toNanos();
        while (now < end) {
            turn();
        }
    }

    /** What was served in a second, of all but those who were gone; counted from now on again. */
    double takeGoodPerSecond(Duration length) {
        double sum = good.values().stream().mapToLong(Long::longValue).sum();
        good.clear();
        return sum / length.toSeconds();
    }

    private void turn() {
        long begin = now;
        long busy = pause;
        pause = 0;
        Map<Priority, Integer> begun = new EnumMap<>(Priority.class);
        for (Map.Entry<Priority, Double> each : rates.entrySet()) {
            int arrived = poisson(each.getValue() * (begin - lastTurn) / 1e9);
            int admitted = admit(each.getKey(), arrived);
            begun.put(each.getKey(), admitted);
            busy += admitted * work + (arrived - admitted) * rejection;
        }
        lastTurn = begin;
        now = begin + Math.max(SHORTEST_TURN, busy);
        begun.forEach((priority, requests) -> pass(priority, requests, begin));
        while (!events.isEmpty() && events.element().at() <= now) {
            events.remove().task().run();
        }
        if (now >= tickDue) {
            gate.tick(now - tickDue);
            tickDue = now + LoadGate.TICK.toNanos();
        }
    }

    private int admit(Priority priority, int arrived) {
        int admitted = 0;
        while (admitted < arrived && gate.admits(priority)) {
            gate.begin(priority);
            admitted++;
        }
        if (admitted < arrived) {
            var _ = rejected.merge(priority, (long) arrived - admitted, Long::sum);
        }
        return admitted;
    }

    private void pass(Priority priority, int requests, long arrived) {
        if (priority == Priority.BUY) {
            for (int i = 0; i < requests; i++) {
                var _ = purchases.submit(arrived).thenAccept(_ -> end(priority, 1, arrived, true));
            }
        } else {
            boolean stopped = now < stoppedUntil;
            long at = stopped ? Math.min(stoppedUntil, now + BACK_END_TIMEOUT) : now + ANSWER;
            events.add(new Event(at, () -> end(priority, requests, arrived, !stopped)));
        }
    }

    private CompletionStage<List<Boolean>> call(List<Long> group) {
        CompletableFuture<List<Boolean>> answers = new CompletableFuture<>();
        events.add(new Event(
                now + sync + perPurchase * group.size(),
                () -> answers.complete(group.stream().map(_ -> true).toList())));
        return answers;
    }

    private void end(Priority priority, int requests, long arrived, boolean served) {
        for (int i = 0; i < requests; i++) {
            gate.end(priority);
        }
        if (served && now - arrived < PATIENCE) {
            var _ = good.merge(priority, (long) requests, Long::sum);
        }
    }

    /** By the normal distribution, which is near for the numbers here. */
    private int poisson(double mean) {
        return (int) Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
    }
}
