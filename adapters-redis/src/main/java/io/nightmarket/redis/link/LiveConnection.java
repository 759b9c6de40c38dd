package io.nightmarket.redis.link;

import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.failure.Unavailable;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection from its making to its end, with the commands that wait for replies. Used on one thread. */
final class LiveConnection {
    private static final Logger LOG = LoggerFactory.getLogger(LiveConnection.class);

    private static final class Pending {
        private final CompletableFuture<Reply> answer;
        private final long deadline;

        Pending(CompletableFuture<Reply> answer, long deadline) {
            this.answer = answer;
            this.deadline = deadline;
        }
    }

    private final Redis client;
    private final RedisConnection connection;
    private final int limit;
    /** In the order of sending, which is that of the replies. */
    private final ArrayDeque<Pending> inFlight = new ArrayDeque<>();

    /** @param client makes this connection only: closing it is what closes the socket, a connection's close does not */
    LiveConnection(Redis client, RedisConnection connection, int limit) {
        this.client = client;
        this.connection = connection;
        this.limit = limit;
    }

    /** Calls back once the connection is lost, possibly more than once. */
    void onLoss(Runnable lost) {
        var _ = connection.exceptionHandler(_ -> lost.run());
        var _ = connection.endHandler(_ -> lost.run());
    }

    /** Calls back with all that the server says unasked. */
    void onMessage(Handler<@Nullable Response> heard) {
        var _ = connection.handler(heard);
    }

    /** Sends a command whose answers come as messages. */
    void tell(Request request) {
        var _ = connection.send(request).onFailure(problem -> LOG.debug("Redis was not told", problem));
    }

    void send(Request request, long deadline, CompletableFuture<Reply> answer) {
        if (inFlight.size() >= limit) {
            answer.completeExceptionally(new Unavailable("too many commands wait for Redis: " + limit));
            return;
        }
        Pending pending = new Pending(answer, deadline);
        inFlight.add(pending);
        var _ = connection.send(request).onComplete((response, cause) -> settle(pending, response, cause));
    }

    private void settle(Pending pending, @Nullable Response response, @Nullable Throwable cause) {
        if (inFlight.peek() == pending) {
            inFlight.remove();
        } else {
            // Failed before it was sent, or failed already with all others.
            var _ = inFlight.remove(pending);
        }
        if (cause == null) {
            pending.answer.complete(new Reply(response));
        } else {
            pending.answer.completeExceptionally(RedisFailures.ofCommand(cause));
        }
    }

    /** Whether the oldest command should have been answered by now; those behind it can't have been either. */
    boolean isOverdue(long now) {
        Pending oldest = inFlight.peek();
        return oldest != null && oldest.deadline - now < 0;
    }

    /** Fails what is in flight and closes the socket. */
    Future<Void> end(DomainFailure failure) {
        while (true) {
            Pending pending = inFlight.poll();
            if (pending == null) {
                return client.close();
            }
            pending.answer.completeExceptionally(failure);
        }
    }
}
