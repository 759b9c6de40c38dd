package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.testkit.SiteDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Two nodes that start at once on one database. */
class SchemaLockIT {
    private final List<String> said = new CopyOnWriteArrayList<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(SchemaLock.class);
    private final AppenderBase<ILoggingEvent> log = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            said.add(event.getFormattedMessage());
        }
    };

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
        logger.setLevel(Level.INFO);
    }

    @AfterEach
    void close() {
        logger.setLevel(null);
        var _ = logger.detachAppender(log);
    }

    @Test
    void theSecondSaysOnceThatItWaitsForTheFirst() throws SQLException {
        try (SiteDatabase database = new SiteDatabase();
                Connection first = new JdbcAddress(MySqlFixture.config(database)).open()) {
            SchemaLock.take(first, SchemaLock.WAIT);
            assertEquals(List.of(), said);
            CompletableFuture<Void> second =
                    CompletableFuture.runAsync(() -> MySqlSchema.migrate(MySqlFixture.config(database)));
            eventually(Stages::pause, () -> !said.isEmpty());
            assertFalse(second.isDone());
            assertEquals(List.of(), database.tables());
            first.abort(Runnable::run);
            second.orTimeout(1, TimeUnit.MINUTES).join();
            assertTrue(database.tables().contains("flash_sale"));
            assertEquals(List.of("Another node makes the tables ready; waiting for it, 540 s at most"), said);
        }
    }

    @Test
    void whoTakesTooLongIsNoLongerWaitedFor() throws SQLException {
        try (SiteDatabase database = new SiteDatabase();
                Connection first = new JdbcAddress(MySqlFixture.config(database)).open();
                Connection second = new JdbcAddress(MySqlFixture.config(database)).open()) {
            SchemaLock.take(first, SchemaLock.WAIT);
            SQLException gaveUp =
                    assertThrows(SQLException.class, () -> SchemaLock.take(second, Duration.ofSeconds(1)));
            assertEquals("another node has been at it for more than 1 s", gaveUp.getMessage());
        }
    }
}
