package io.nightmarket.redis.link;

import io.nightmarket.domain.concurrent.Backoff;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.failure.TimedOut;
import io.nightmarket.domain.failure.Unavailable;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is published on one channel, as long as somebody wants it, on a connection of its own. This is made when it is
 * first needed and replaced when it breaks or does not answer within the command time-out. May be called from any
 * thread; all of its state belongs to one event loop, and its stages complete there.
 *
 * <p>What is published while nothing is subscribed is lost; afterwards the listener is notified of the gap.
 */
public final class ChannelSubscription {
    /** Who hears. Called on the event loop. */
    public interface Listener {
        void hear(String message);

        /** Messages may have been lost since the last one. */
        void missed();
    }

    private static final Logger LOG = LoggerFactory.getLogger(ChannelSubscription.class);

    private final Vertx vertx;
    private final Context context;
    private final Connector connector;
    private final Backoff backoff;
    private final Duration timeout;
    private final String channel;
    private final Listener listener;
    private final List<CompletableFuture<Void>> opening = new ArrayList<>();

    /** How many want the channel, those who are opening among them. */
    private int wanted;
    /** How many SUBSCRIBEs were sent and not answered, the oldest of them at that time. */
    private int unanswered;

    private long askedAt;
    private boolean subscribed;
    private boolean connecting;
    private boolean closed;
    /** Connections in a row that could not be made. */
    private int failures;

    private @Nullable LiveConnection live;
    private @Nullable Long heartbeat;

    /** The connection will live on the event loop of {@code context}. */
    public ChannelSubscription(
            Vertx vertx,
            Context context,
            LinkSettings settings,
            RandomGenerator random,
            String channel,
            Listener listener) {
        this.vertx = vertx;
        this.context = context;
        this.connector = new Connector(vertx, settings);
        this.backoff = new Backoff(random, LinkSettings.LONGEST_PAUSE);
        this.timeout = settings.commandTimeout();
        this.channel = channel;
        this.listener = listener;
    }

    /**
     * Wants the channel once more; completes when it is subscribed. Fails with {@code Unavailable} or {@code TimedOut},
     * and then wants it no more.
     */
    public CompletionStage<Void> open() {
        CompletableFuture<Void> opened = new CompletableFuture<>();
        context.runOnContext(_ -> {
            if (closed) {
                opened.completeExceptionally(new Unavailable("closed"));
                return;
            }
            wanted++;
            if (subscribed) {
                opened.complete(null);
                return;
            }
            opening.add(opened);
            if (live == null) {
                connect();
            } else if (wanted == 1) {
                subscribe(live);
            }
        });
        return opened;
    }

    /** Undoes one {@link #open} that completed; the last one ends the subscription. */
    public void close() {
        context.runOnContext(_ -> {
            wanted--;
            if (wanted == 0 && live != null) {
                subscribed = false;
                tell(live, Command.UNSUBSCRIBE);
            }
        });
    }

    /** Ends the connection for good. */
    public CompletionStage<Void> end() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        context.runOnContext(_ -> {
            closed = true;
            stopHeartbeat();
            LiveConnection last = live;
            live = null;
            failOpening(new Unavailable("closed"));
            if (last == null) {
                done.complete(null);
            } else {
                last.end(new TimedOut("the subscription was closed")).onComplete(_ -> done.complete(null));
            }
        });
        return done;
    }

    private void connect() {
        if (!connecting) {
            connecting = true;
            connector.connect().onSuccess(this::use).onFailure(failure -> {
                connecting = false;
                failOpening(failure);
                connectLater();
            });
        }
    }

    private void connectLater() {
        if (wanted > 0 && !closed && !connecting) {
            connecting = true;
            vertx.setTimer(backoff.after(++failures).toMillis(), _ -> {
                connecting = false;
                if (wanted > 0 && !closed) {
                    connect();
                }
            });
        }
    }

    private void use(LiveConnection connection) {
        connecting = false;
        if (closed) {
            discard(connection, new TimedOut("the subscription was closed"));
            return;
        }
        live = connection;
        connection.onLoss(() -> lose(connection, new TimedOut("the subscription to Redis was lost")));
        connection.onMessage(message -> receive(connection, message));
        heartbeat = vertx.setPeriodic(Math.max(1, timeout.toMillis() / 4), _ -> beat(connection));
        if (wanted > 0) {
            subscribe(connection);
        }
    }

    private void subscribe(LiveConnection connection) {
        if (unanswered == 0) {
            askedAt = System.nanoTime();
        }
        unanswered++;
        tell(connection, Command.SUBSCRIBE);
    }

    private void tell(LiveConnection connection, Command command) {
        connection.tell(Request.cmd(command).arg(channel));
    }

    /** Subscribing to what is subscribed changes nothing, and the answer proves that the connection lives. */
    private void beat(LiveConnection connection) {
        if (unanswered > 0) {
            if (System.nanoTime() - askedAt > timeout.toNanos() / 2) {
                lose(connection, new TimedOut("the subscription to Redis does not answer"));
            }
        } else if (wanted > 0) {
            subscribe(connection);
        }
    }

    private void receive(LiveConnection connection, @Nullable Response message) {
        if (live != connection || message == null) {
            return;
        }
        if (message instanceof Throwable refusal) {
            lose(connection, RedisFailures.ofCommand(refusal));
            return;
        }
        switch (message.get(0).toString()) {
            case "message" -> listener.hear(connection.reply(message.get(2)).text());
            case "subscribe" -> answered();
            default -> LOG.trace("Redis said {}", message);
        }
    }

    private void answered() {
        unanswered--;
        askedAt = System.nanoTime();
        if (unanswered > 0 || wanted == 0 || subscribed) {
            return;
        }
        subscribed = true;
        failures = 0;
        boolean others = wanted > opening.size();
        List<CompletableFuture<Void>> opened = List.copyOf(opening);
        opening.clear();
        opened.forEach(one -> one.complete(null));
        if (others) {
            listener.missed();
        }
    }

    private void lose(LiveConnection connection, DomainFailure failure) {
        if (live != connection) {
            return;
        }
        LOG.warn("{}; reconnecting when needed", failure.getMessage());
        live = null;
        subscribed = false;
        unanswered = 0;
        stopHeartbeat();
        discard(connection, failure);
        failOpening(failure);
        connectLater();
    }

    private static void discard(LiveConnection connection, DomainFailure failure) {
        var _ = connection
                .end(failure)
                .onFailure(problem -> LOG.debug("A connection that is not wanted would not close", problem));
    }

    private void failOpening(Throwable failure) {
        List<CompletableFuture<Void>> failed = List.copyOf(opening);
        opening.clear();
        wanted -= failed.size();
        failed.forEach(one -> one.completeExceptionally(failure));
    }

    private void stopHeartbeat() {
        if (heartbeat != null) {
            vertx.cancelTimer(heartbeat);
            heartbeat = null;
        }
    }
}
