package io.nightmarket.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.nightmarket.domain.base.Unavailable;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class MissedWritesLogTest {
    private final AtomicLong nanoTime = new AtomicLong();
    private final MissedWritesLog log = new MissedWritesLog(nanoTime::get);
    private final Logger logger = (Logger) LoggerFactory.getLogger(MissedWritesLog.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void listen() {
        lines.start();
        logger.setAdditive(false);
        logger.addAppender(lines);
    }

    @AfterEach
    void listenNoMore() {
        logger.detachAppender(lines);
        logger.setAdditive(true);
    }

    @Test
    void anOutageIsOneLineNowAndThenForEachKind() {
        for (int request = 0; request < 1_000; request++) {
            log.note("a session", new Unavailable("away"));
            log.note("a cache entry", new Unavailable("away"));
        }
        assertEquals(2, lines.list.size());
        ILoggingEvent first = lines.list.getFirst();
        assertEquals(Level.WARN, first.getLevel());
        assertTrue(first.getFormattedMessage().startsWith("a session was not written"), first::toString);
        assertTrue(first.getFormattedMessage().endsWith("Unavailable: away"), first::toString);
        assertNull(first.getThrowableProxy());

        nanoTime.addAndGet(MissedWritesLog.PAUSE.toNanos());
        log.note("a session", new Unavailable("still away"));
        assertEquals(3, lines.list.size());
    }

    @Test
    void aBugShowsWhereItIs() {
        log.note("a session", new IllegalStateException("as planned"));
        assertNotNull(lines.list.getFirst().getThrowableProxy());
    }
}
