package io.nightmarket.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.testkit.LogLines;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class MissedWritesLogTest {
    private final AtomicLong nanoTime = new AtomicLong();
    private final MissedWritesLog log = new MissedWritesLog(nanoTime::get);
    private final LogLines lines = new LogLines(MissedWritesLog.class);

    @AfterEach
    void listenNoMore() {
        lines.close();
    }

    @Test
    void anOutageIsOneLineNowAndThenForEachKind() {
        for (int request = 0; request < 1_000; request++) {
            log.note("a session", new Unavailable("away"));
            log.note("a cache entry", new Unavailable("away"));
        }
        assertEquals(2, lines.events().size());
        ILoggingEvent first = lines.events().getFirst();
        assertEquals(Level.WARN, first.getLevel());
        assertTrue(first.getFormattedMessage().startsWith("a session was not written"), first::toString);
        assertTrue(first.getFormattedMessage().endsWith("Unavailable: away"), first::toString);
        assertNull(first.getThrowableProxy());

        nanoTime.addAndGet(MissedWritesLog.PAUSE.toNanos());
        log.note("a session", new Unavailable("still away"));
        assertEquals(3, lines.events().size());
    }

    @Test
    void aBugShowsWhereItIs() {
        log.note("a session", new IllegalStateException("as planned"));
        assertNotNull(lines.events().getFirst().getThrowableProxy());
    }
}
