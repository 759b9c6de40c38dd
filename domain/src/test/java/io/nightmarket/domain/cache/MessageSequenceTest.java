package io.nightmarket.domain.cache;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.memory.ManualTimers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class MessageSequenceTest {
    private final ManualTimers timers = new ManualTimers();
    private final MessageSequence bus = new MessageSequence(Duration.ofSeconds(4), timers::nanoTime);

    @Test
    void ofANodeHeardOfForTheFirstTimeSomethingMayHaveBeenMissed() {
        assertFalse(bus.isNext("a", 7));
        assertFalse(bus.isCurrent("b", 0));
    }

    @Test
    void newsInTheirOrderAreComplete() {
        var _ = bus.isCurrent("a", 0);

        assertTrue(bus.isNext("a", 1));
        assertTrue(bus.isCurrent("a", 1));
        assertTrue(bus.isCurrent("a", 1));
        assertTrue(bus.isNext("a", 2));
        var _ = bus.isCurrent("b", 0);
        assertTrue(bus.isNext("b", 1), "nodes are counted apart");
    }

    @Test
    void aNumberLeftOutIsNoticedByTheNextAndByTheRepetition() {
        var _ = bus.isCurrent("a", 0);

        assertFalse(bus.isNext("a", 2));
        assertTrue(bus.isNext("a", 3), "once");
        assertFalse(bus.isCurrent("a", 4));
        assertTrue(bus.isCurrent("a", 4), "once");
    }

    @Test
    void aNodeThatFallsSilentIsForgottenAndStrangeWhenItIsBack() {
        var _ = bus.isCurrent("a", 0);
        assertFalse(bus.removeSilent());
        timers.advance(Duration.ofSeconds(5));

        assertTrue(bus.removeSilent());
        assertFalse(bus.removeSilent(), "once");
        assertFalse(bus.isCurrent("a", 0));
    }
}
