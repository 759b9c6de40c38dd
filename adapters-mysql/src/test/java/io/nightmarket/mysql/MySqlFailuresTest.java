package io.nightmarket.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.netty.handler.codec.DecoderException;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.mysql.client.MySqlFailures;
import io.vertx.core.VertxException;
import io.vertx.mysqlclient.MySQLException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MySqlFailuresTest {
    @Test
    void aServerIsQuotedWithoutTheFormOfTheDriver() {
        MySQLException denied =
                new MySQLException("Access denied for user 'a'@'b' (using password: YES)", 1045, "28000");

        assertEquals(
                "no connection to MySQL: Access denied for user 'a'@'b' (using password: YES)",
                MySqlFailures.unreachable(denied).getMessage());
        assertEquals(
                "MySQL error 1045: Access denied for user 'a'@'b' (using password: YES)",
                MySqlFailures.ofStatement(denied).getMessage());
    }

    /** What a statement fails with, by the driver's sources and those of Vert.x and Netty, and the kind that it is. */
    static Stream<Arguments> failures() {
        Stream<Arguments> byServer = Stream.of(
                arguments(new MySQLException("Duplicate entry", 1062, "23000"), Corrupt.class),
                arguments(new MySQLException("Query execution was interrupted", 1317, "70100"), TimedOut.class),
                arguments(new MySQLException("Table does not exist", 1146, "42S02"), Unavailable.class));
        Stream<Arguments> byDriver = Stream.of(
                        new TimeoutException(),
                        ClosedConnectionException.INSTANCE,
                        VertxException.noStackTrace("Connection is not active now, current status: CLOSED"),
                        new ClosedChannelException(),
                        new IOException("Connection reset by peer"),
                        new IllegalStateException("No command codec for packet"),
                        new IllegalStateException("Promise already completed"),
                        new NullPointerException(),
                        new UnsupportedOperationException("Unsupported flag for AuthMoreData"),
                        new IllegalArgumentException(),
                        new ClassCastException(),
                        new DecoderException("Invalid Datetime"),
                        new RejectedExecutionException("event executor terminated"),
                        new CancellationException())
                .map(failure -> arguments(failure, TimedOut.class));
        return Stream.concat(byServer, byDriver);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void everyFailureOfAStatementIsOfAKind(Throwable failure, Class<DomainFailure> kind) {
        DomainFailure classified = MySqlFailures.ofStatement(failure);
        assertInstanceOf(kind, classified);
        assertSame(failure, classified.getCause());
        assertSame(classified, MySqlFailures.ofStatement(classified));
        assertInstanceOf(Unavailable.class, MySqlFailures.unreachable(failure));
    }
}
