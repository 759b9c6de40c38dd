package io.nightmarket.redis.link;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.redis.RedisConfig;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The messages of one channel, for as long as a user wants them, on a connection of its own, which is made when it is
 * first needed and replaced when it breaks or does not answer in time. May be called from any thread; all of its state
 * belongs to one event loop, and its stages complete there. Messages that are published meanwhile are lost.
 */
public final class ChannelSubscription {
    /** Called on the event loop. */
    public interface Listener {
        void onMessage(String message);

        /** Messages may have been lost since the last one. */
        void onGap();
    }

    private static final Logger LOG = LoggerFactory.getLogger(ChannelSubscription.class);

    private final Vertx vertx;
    private final Context context;
    private final Connector connector;
    private final String channel;
    private final Listener listener;
    private final ConnectionEvents events = new ConnectionEvents();
    private final List<CompletableFuture<Void>> opening = new ArrayList<>();

    /** The number of users, also of those that are opening. */
    private int users;

    private boolean isSubscribed;
    private boolean isConnecting;
    private boolean isClosed;
    private @Nullable ChannelConnection live;

    /** The connection will live on the event loop of {@code context}. */
    public ChannelSubscription(
            Vertx vertx,
            Context context,
            RedisConfig config,
            RandomGenerator random,
            String channel,
            Listener listener) {
        this.vertx = vertx;
        this.context = context;
        this.connector = new Connector(vertx, config, random);
        this.channel = channel;
        this.listener = listener;
    }

    /**
     * Adds a user; completes when the channel is subscribed. Fails with {@code Unavailable} or {@code TimedOut}, and then
     * adds none.
     */
    public CompletionStage<Void> open() {
        CompletableFuture<Void> opened = new CompletableFuture<>();
        context.runOnContext(_ -> {
            if (isClosed) {
                opened.completeExceptionally(new Unavailable("closed"));
                return;
            }
            users++;
            if (isSubscribed) {
                opened.complete(null);
                return;
            }
            opening.add(opened);
            if (live == null) {
                connect();
            } else if (users == 1) {
                live.subscribe();
            }
        });
        return opened;
    }

    /** Undoes one {@link #open} that completed; the last one ends the subscription. */
    public void close() {
        context.runOnContext(_ -> {
            users--;
            if (users == 0 && live != null) {
                isSubscribed = false;
                live.unsubscribe();
            }
        });
    }

    /** Ends the connection for good. */
    public CompletionStage<Void> end() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        context.runOnContext(_ -> {
            isClosed = true;
            ChannelConnection last = live;
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
        if (!isConnecting) {
            isConnecting = true;
            connector.connect().onSuccess(this::use).onFailure(failure -> {
                isConnecting = false;
                failOpening(failure);
                connectLater();
            });
        }
    }

    private void connectLater() {
        if (users > 0 && !isClosed && !isConnecting) {
            isConnecting = true;
            vertx.setTimer(connector.nextPauseMillis(), _ -> {
                isConnecting = false;
                if (users > 0 && !isClosed) {
                    connect();
                }
            });
        }
    }

    private void use(LiveConnection connection) {
        isConnecting = false;
        if (isClosed) {
            connection.discard(new TimedOut("the subscription was closed"));
            return;
        }
        live = new ChannelConnection(vertx, connection, channel, connector.commandTimeout(), events);
        if (users > 0) {
            live.subscribe();
        }
    }

    private void failOpening(Throwable failure) {
        List<CompletableFuture<Void>> failed = List.copyOf(opening);
        opening.clear();
        users -= failed.size();
        failed.forEach(one -> one.completeExceptionally(failure));
    }

    private final class ConnectionEvents implements ChannelConnection.Listener {
        @Override
        public void onSubscribed() {
            if (isSubscribed) {
                return;
            }
            isSubscribed = true;
            connector.succeeded();
            boolean hadUsers = users > opening.size();
            List<CompletableFuture<Void>> opened = List.copyOf(opening);
            opening.clear();
            opened.forEach(one -> one.complete(null));
            if (hadUsers) {
                listener.onGap();
            }
        }

        @Override
        public void onMessage(String message) {
            listener.onMessage(message);
        }

        @Override
        public void onLoss(DomainFailure failure) {
            LOG.warn("{}; reconnecting when needed", failure.getMessage());
            live = null;
            isSubscribed = false;
            failOpening(failure);
            connectLater();
        }
    }
}
