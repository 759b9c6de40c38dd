package io.nightmarket.domain.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Timers.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SchedulerTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final long MANY = 1_000;

    private final Scheduler scheduler = new Scheduler(new SplittableRandom(1));
    private final List<String> done = new ArrayList<>();

    private Timer later(Duration delay, String what) {
        return scheduler.after(delay, () -> done.add(what));
    }

    private void pass(Duration time) {
        assertTrue(scheduler.runUntil(scheduler.nanoTime() + time.toNanos(), MANY));
    }

    @Test
    void thingsHappenInTheOrderOfTheirTimes() {
        var _ = later(SECOND.multipliedBy(2), "second");
        var _ = later(SECOND, "first");
        later(SECOND, "cancelled").cancel();
        var _ = later(SECOND.multipliedBy(4), "later");
        pass(SECOND.multipliedBy(3));
        assertEquals(List.of("first", "second"), done);
        assertEquals(
                Instant.EPOCH.plusSeconds(3), scheduler.clock(Instant.EPOCH).instant());
    }

    @Test
    void ofThingsDueAtOnceEitherMayBeFirst() {
        Set<List<String>> orders = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            var _ = later(SECOND, "a");
            var _ = later(SECOND, "b");
            pass(SECOND);
            orders.add(List.copyOf(done));
            done.clear();
        }
        assertEquals(Set.of(List.of("a", "b"), List.of("b", "a")), orders);
    }

    @Test
    void aCircleIsFound() {
        goRound();
        assertFalse(scheduler.runUntil(SECOND.toNanos(), MANY));
    }

    private void goRound() {
        var _ = scheduler.after(Duration.ZERO, this::goRound);
    }

    @Test
    void whoIsHeldGoesOnLater() {
        Life life = new Life(scheduler);
        var _ = life.after(SECOND, () -> done.add("late"));
        Timer cancelled = life.after(SECOND, () -> done.add("cancelled while held"));
        life.hold(SECOND.multipliedBy(3));
        pass(SECOND.multipliedBy(2));
        cancelled.cancel();
        assertEquals(List.of(), done);
        pass(SECOND);
        assertEquals(List.of("late"), done);
        var _ = life.after(SECOND, () -> done.add("never"));
        life.end();
        pass(SECOND);
        assertEquals(List.of("late"), done);
    }
}
