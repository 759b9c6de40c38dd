package io.nightmarket.domain.cache;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.memory.ManualTimers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class NewsSequenceTest {
    private final ManualTimers timers = new ManualTimers();
    private final NewsSequence news = new NewsSequence(Duration.ofSeconds(4), timers::nanoTime);

    @Test
    void ofANodeHeardOfForTheFirstTimeSomethingMayHaveBeenMissed() {
        assertFalse(news.follows("a", 7));
        assertFalse(news.repeats("b", 0));
    }

    @Test
    void newsInTheirOrderAreComplete() {
        var _ = news.repeats("a", 0);

        assertTrue(news.follows("a", 1));
        assertTrue(news.repeats("a", 1));
        assertTrue(news.repeats("a", 1));
        assertTrue(news.follows("a", 2));
    }

    @Test
    void aNumberLeftOutIsNoticedByTheNextAndByTheRepetition() {
        var _ = news.repeats("a", 0);

        assertFalse(news.follows("a", 2));
        assertTrue(news.follows("a", 3), "once");
        assertFalse(news.repeats("a", 4));
        assertTrue(news.repeats("a", 4), "once");
    }

    @Test
    void nodesAreCountedApart() {
        var _ = news.repeats("a", 0);
        var _ = news.repeats("b", 0);

        assertTrue(news.follows("a", 1));
        assertTrue(news.follows("b", 1));
    }

    @Test
    void aNodeThatFallsSilentIsForgottenAndStrangeWhenItIsBack() {
        var _ = news.repeats("a", 0);
        assertFalse(news.forgetSilent());
        timers.advance(Duration.ofSeconds(5));

        assertTrue(news.forgetSilent());
        assertFalse(news.forgetSilent(), "once");
        assertFalse(news.repeats("a", 0));
    }
}
