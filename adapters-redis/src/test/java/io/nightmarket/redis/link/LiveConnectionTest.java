package io.nightmarket.redis.link;

import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.simulation.Changed;
import io.vertx.core.Future;
import io.vertx.core.VertxException;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the client fails with, by its sources, or throws. */
final class LiveConnectionTest {
    private static final Request PING = Request.cmd(Command.PING);

    private static Future<Void> thrown(RuntimeException failure) {
        throw failure;
    }

    static Stream<Supplier<Future<?>>> failures() {
        return Stream.of(
                () -> Future.failedFuture(VertxException.noStackTrace("Connection is closed")),
                () -> Future.failedFuture(VertxException.noStackTrace("Redis waiting queue is full")),
                () -> Future.failedFuture(new ClosedChannelException()),
                () -> Future.failedFuture(new IOException("Connection reset by peer")),
                () -> Future.failedFuture(new IllegalStateException()),
                () -> thrown(new IllegalStateException("Promise already completed")),
                () -> thrown(new NullPointerException()));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aClientThatFailsLeavesTheOutcomeOfACommandOpen(Supplier<Future<?>> failure) {
        LiveConnection connection = new LiveConnection(
                Changed.calls(Redis.class, (_, _, _) -> Future.succeededFuture()),
                Changed.calls(RedisConnection.class, (_, _, _) -> failure.get()),
                10);
        CompletableFuture<Reply> one = new CompletableFuture<>();
        CompletableFuture<Reply> other = new CompletableFuture<>();

        connection.send(PING, 0, one);
        connection.sendTogether(List.of(PING), 0, List.of(other));

        var _ = failureOf(TimedOut.class, one);
        var _ = failureOf(TimedOut.class, other);
        assertFalse(connection.isOverdue(Long.MAX_VALUE), "nothing waits for a reply any more");
    }
}
