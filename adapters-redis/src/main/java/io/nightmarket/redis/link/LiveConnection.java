package io.nightmarket.redis.link;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection from its making to its end, with the commands that wait for replies. Used on one thread. */
final class LiveConnection {
    private static final Logger LOG = LoggerFactory.getLogger(LiveConnection.class);

    /** A call of the client that is composed with it fails when the client throws. */
    private static final Future<Void> CALL = Future.succeededFuture();

    /** Commands that were sent together; no two are the same object. */
    private static final class Pending {
        private final List<CompletableFuture<Reply>> answers;
        private final long deadline;

        Pending(List<CompletableFuture<Reply>> answers, long deadline) {
            this.answers = answers;
            this.deadline = deadline;
        }

        void fail(DomainFailure failure) {
            answers.forEach(answer -> answer.completeExceptionally(failure));
        }
    }

    private final Redis client;
    private final RedisConnection connection;
    private final int limit;
    /** In the order of sending, which is that of the replies. */
    private final ArrayDeque<Pending> inFlight = new ArrayDeque<>();

    private int commands;
    private Consumer<TimedOut> unexpectedReply = _ -> {};

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

    /** Calls back when a reply does not fit its command: those behind it can't be relied on either. */
    void onUnexpectedReply(Consumer<TimedOut> callback) {
        unexpectedReply = callback;
    }

    /** Calls back with all that the server sends without a request. */
    void onMessage(Handler<@Nullable Response> callback) {
        var _ = connection.handler(callback);
    }

    /** Sends a command whose answers come as messages. */
    void sendUntracked(Request request) {
        var _ = connection
                .send(request)
                .onFailure(problem -> LOG.debug("A command could not be sent to Redis", problem));
    }

    void send(Request request, long deadline, CompletableFuture<Reply> answer) {
        Pending pending = begin(List.of(answer), deadline);
        if (pending != null) {
            var _ = CALL.compose(_ -> connection.send(request)).onComplete((response, cause) -> {
                settle(pending);
                if (cause == null) {
                    answer.complete(reply(response));
                } else {
                    answer.completeExceptionally(RedisFailures.ofCommand(cause));
                }
            });
        }
    }

    /** What was answered; ends the connection when it is read as another type than it has. */
    Reply reply(@Nullable Response response) {
        return new Reply(response, unexpectedReply);
    }

    /**
     * Sends commands that only read in one packet, as many of them as fit into the limit. The client reports one error reply
     * of many as a failure of all, so that each is sent alone then.
     */
    void sendTogether(List<Request> requests, long deadline, List<CompletableFuture<Reply>> answers) {
        int free = limit - commands;
        if (0 < free && free < requests.size()) {
            // Those that fit go first: a caller that is rejected may send another at once.
            sendTogether(requests.subList(0, free), deadline, answers.subList(0, free));
            sendTogether(requests.subList(free, requests.size()), deadline, answers.subList(free, answers.size()));
            return;
        }
        Pending pending = begin(answers, deadline);
        if (pending != null) {
            var _ = CALL.compose(_ -> connection.batch(requests)).onComplete((responses, cause) -> {
                settle(pending);
                if (cause == null) {
                    for (int i = 0; i < answers.size(); i++) {
                        answers.get(i).complete(reply(responses.get(i)));
                    }
                } else if (RedisFailures.ofCommand(cause) instanceof TimedOut lost) {
                    pending.fail(lost);
                } else {
                    for (int i = 0; i < answers.size(); i++) {
                        send(requests.get(i), deadline, answers.get(i));
                    }
                }
            });
        }
    }

    /** Nothing when the limit is reached. */
    private @Nullable Pending begin(List<CompletableFuture<Reply>> answers, long deadline) {
        Pending pending = new Pending(answers, deadline);
        if (commands + answers.size() > limit) {
            pending.fail(Unavailable.overloaded("too many commands wait for Redis: " + limit));
            return null;
        }
        commands += answers.size();
        inFlight.add(pending);
        return pending;
    }

    private void settle(Pending pending) {
        commands -= pending.answers.size();
        if (inFlight.peek() == pending) {
            inFlight.remove();
        } else {
            // Failed before it was sent, or failed already with all others.
            var _ = inFlight.remove(pending);
        }
    }

    /** Whether the oldest command should have been answered by now; those behind it can't have been either. */
    boolean isOverdue(long now) {
        Pending oldest = inFlight.peek();
        return oldest != null && oldest.deadline - now < 0;
    }

    /** As {@link #end}, for a connection that is not used any more. */
    void discard(DomainFailure failure) {
        var _ = end(failure).onFailure(problem -> LOG.debug("An unused connection to Redis would not close", problem));
    }

    /** Fails what is in flight and closes the socket. */
    Future<Void> end(DomainFailure failure) {
        while (true) {
            Pending pending = inFlight.poll();
            if (pending == null) {
                return client.close();
            }
            pending.fail(failure);
        }
    }
}
