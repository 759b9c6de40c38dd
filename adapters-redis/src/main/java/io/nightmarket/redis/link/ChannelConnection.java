package io.nightmarket.redis.link;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection that subscribes to one channel and checks that the server answers. On one event loop. */
final class ChannelConnection {
    private static final Logger LOG = LoggerFactory.getLogger(ChannelConnection.class);

    /** What happens on a connection. */
    interface Listener {
        /** All that was sent before was answered, and the channel is subscribed. Also called by the heartbeat. */
        void onSubscribed();

        void onMessage(String message);

        /** The connection is closed. */
        void onLoss(DomainFailure failure);
    }

    private final Vertx vertx;
    private final LiveConnection connection;
    private final String channel;
    private final Duration timeout;
    private final Listener listener;
    private final long heartbeat;

    /** SUBSCRIBEs that were sent and not answered. */
    private int unanswered;

    private long firstUnansweredAt;
    private boolean isSubscribing;
    private boolean isClosed;

    ChannelConnection(Vertx vertx, LiveConnection connection, String channel, Duration timeout, Listener listener) {
        this.vertx = vertx;
        this.connection = connection;
        this.channel = channel;
        this.timeout = timeout;
        this.listener = listener;
        this.heartbeat = vertx.setPeriodic(Math.max(1, timeout.toMillis() / 4), _ -> checkAnswers());
        connection.onLoss(() -> lose(new TimedOut("the subscription to Redis was lost")));
        connection.onMessage(this::receive);
    }

    void subscribe() {
        isSubscribing = true;
        if (unanswered == 0) {
            firstUnansweredAt = System.nanoTime();
        }
        unanswered++;
        connection.sendUntracked(Request.cmd(Command.SUBSCRIBE).arg(channel));
    }

    void unsubscribe() {
        isSubscribing = false;
        connection.sendUntracked(Request.cmd(Command.UNSUBSCRIBE).arg(channel));
    }

    Future<Void> end(DomainFailure failure) {
        stop();
        return connection.end(failure);
    }

    private void stop() {
        isClosed = true;
        vertx.cancelTimer(heartbeat);
    }

    /** Subscribing to what is subscribed changes nothing, and the answer proves that the connection lives. */
    private void checkAnswers() {
        if (unanswered == 0 && isSubscribing) {
            subscribe();
        } else if (unanswered > 0 && System.nanoTime() - firstUnansweredAt > timeout.toNanos() / 2) {
            lose(new TimedOut("the subscription to Redis does not answer"));
        }
    }

    private void receive(@Nullable Response message) {
        if (isClosed || message == null) {
            return;
        }
        if (message instanceof Throwable refusal) {
            lose(RedisFailures.ofCommand(refusal));
            return;
        }
        switch (message.get(0).toString()) {
            case "message" ->
                listener.onMessage(connection.reply(message.get(2)).text());
            case "subscribe" -> {
                unanswered--;
                firstUnansweredAt = System.nanoTime();
                if (unanswered == 0 && isSubscribing) {
                    listener.onSubscribed();
                }
            }
            default -> LOG.trace("Redis sent {}", message);
        }
    }

    private void lose(DomainFailure failure) {
        if (!isClosed) {
            stop();
            connection.discard(failure);
            listener.onLoss(failure);
        }
    }
}
