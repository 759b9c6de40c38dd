package io.nightmarket.redis.link;

import static io.nightmarket.domain.base.Arguments.require;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.redis.RedisConfig;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Request;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One pipelined connection to Redis that is replaced when it breaks. May be called from any thread; its state belongs to
 * one event loop, and its stages complete there.
 *
 * <p>A command fails with {@code Unavailable} when it was not sent (no connection, too many in flight) or the server
 * refused it for now; with {@code TimedOut} when the connection was lost or the reply did not come in time; with
 * {@code Corrupt} when the server can't read it, or the data it needs. No command is ever sent again.
 */
// Over 200 lines: the life of one connection and the calls on it, whose state belongs to one event loop.
public final class RedisLink {
    private static final Logger LOG = LoggerFactory.getLogger(RedisLink.class);
    private static final Duration CHECK_INTERVAL = Duration.ofMillis(100);

    private final Vertx vertx;
    private final Context context;
    private final Thread loop;
    private final Connector connector;
    private final UnaryOperator<LuaScript> scripts;
    private final long checkTimer;
    private ReadBatch reads = new ReadBatch();
    private @Nullable LiveConnection live;
    private boolean closed;

    private RedisLink(Vertx vertx, Connector connector, UnaryOperator<LuaScript> scripts, LiveConnection first) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.loop = Thread.currentThread();
        this.connector = connector;
        this.scripts = scripts;
        this.checkTimer = vertx.setPeriodic(CHECK_INTERVAL.toMillis(), _ -> checkDeadline());
        use(first);
    }

    /** Connects on the event loop of {@code context}. Fails with {@code Unavailable} if the first attempt does. */
    public static CompletionStage<RedisLink> open(
            Vertx vertx, Context context, RedisConfig config, RandomGenerator random) {
        return open(vertx, context, config, random, UnaryOperator.identity());
    }

    /** As {@link #open(Vertx, Context, RedisConfig, RandomGenerator)}, with another time-out of the first attempt. */
    public static CompletionStage<RedisLink> open(
            Vertx vertx, Context context, RedisConfig config, RandomGenerator random, Duration first) {
        return open(vertx, context, new Connector(vertx, config, random), first, UnaryOperator.identity());
    }

    /** @param scripts replaces scripts, for tests */
    static CompletionStage<RedisLink> open(
            Vertx vertx,
            Context context,
            RedisConfig config,
            RandomGenerator random,
            UnaryOperator<LuaScript> scripts) {
        return open(vertx, context, new Connector(vertx, config, random), config.commandTimeout(), scripts);
    }

    private static CompletionStage<RedisLink> open(
            Vertx vertx, Context context, Connector connector, Duration first, UnaryOperator<LuaScript> scripts) {
        require(context.isEventLoopContext(), "a link to Redis belongs to an event loop");
        Promise<RedisLink> opened = Promise.promise();
        context.runOnContext(_ -> connector
                .connect(first)
                .map(made -> new RedisLink(vertx, connector, scripts, made))
                .onComplete(opened));
        return opened.future().toCompletionStage();
    }

    /** Sends a command. */
    public CompletionStage<Reply> send(Request request) {
        return send(request, Duration.ZERO);
    }

    /** Sends a command that the server may block for up to this time. */
    public CompletionStage<Reply> send(Request request, Duration blocked) {
        CompletableFuture<Reply> answer = new CompletableFuture<>();
        onLoop(() -> {
            if (live == null) {
                answer.completeExceptionally(away());
            } else {
                long deadline = System.nanoTime()
                        + connector.commandTimeout().plus(blocked).toNanos();
                live.send(request, deadline, answer);
            }
        });
        return answer;
    }

    /** Sends a command that only reads, in one packet with the others of this turn of the event loop. */
    public CompletionStage<Reply> read(Request request) {
        CompletableFuture<Reply> answer = new CompletableFuture<>();
        onLoop(() -> {
            if (reads.add(request, answer)) {
                context.runOnContext(_ -> sendReads());
            }
        });
        return answer;
    }

    private void sendReads() {
        ReadBatch batch = reads;
        reads = new ReadBatch();
        if (live == null) {
            batch.fail(away());
        } else {
            batch.send(live, System.nanoTime() + connector.commandTimeout().toNanos());
        }
    }

    private Unavailable away() {
        return new Unavailable(closed ? "closed" : "no connection to Redis");
    }

    /** Runs a script: by its digest, and whole, once, when the server does not know that. */
    public CompletionStage<Reply> run(LuaScript asked, List<String> keys, List<String> arguments) {
        return run(asked, keys, arguments, this::send);
    }

    /** As {@link #run}, of a script that only reads, as {@link #read} does. */
    public CompletionStage<Reply> runReading(LuaScript asked, List<String> keys, List<String> arguments) {
        return run(asked, keys, arguments, this::read);
    }

    private CompletionStage<Reply> run(
            LuaScript asked,
            List<String> keys,
            List<String> arguments,
            Function<Request, CompletionStage<Reply>> sending) {
        LuaScript script = scripts.apply(asked);
        return sending.apply(script.byDigest(keys, arguments))
                .exceptionallyCompose(failure -> RedisFailures.isScriptUnknown(failure)
                        ? sending.apply(script.whole(keys, arguments))
                        : CompletableFuture.failedStage(DomainFailure.causeOf(failure)));
    }

    /** Ends the connection for good; what is in flight fails with {@code TimedOut}. Repeating it is harmless. */
    public CompletionStage<Void> close() {
        Promise<Void> done = Promise.promise();
        onLoop(() -> {
            closed = true;
            vertx.cancelTimer(checkTimer);
            LiveConnection last = live;
            live = null;
            (last == null ? Future.<Void>succeededFuture() : last.end(new TimedOut("the link to Redis was closed")))
                    .onComplete(done);
        });
        return done.future().toCompletionStage();
    }

    private void onLoop(Runnable action) {
        if (Thread.currentThread().equals(loop)) {
            action.run();
        } else {
            context.runOnContext(_ -> action.run());
        }
    }

    private void use(LiveConnection connection) {
        if (closed) {
            connection.discard(new TimedOut("the link to Redis was closed"));
            return;
        }
        live = connection;
        connection.onLoss(() -> replace(connection, new TimedOut("the connection to Redis was lost")));
        connection.onUnexpectedReply(failure -> onLoop(() -> replace(connection, failure)));
        connector.succeeded();
    }

    private void checkDeadline() {
        LiveConnection current = live;
        if (current != null && current.isOverdue(System.nanoTime())) {
            long millis = connector.commandTimeout().toMillis();
            replace(current, new TimedOut("Redis did not answer within " + millis + " ms"));
        }
    }

    private void replace(LiveConnection lost, DomainFailure failure) {
        if (live != lost) {
            return;
        }
        live = null;
        LOG.warn("{}; reconnecting", failure.getMessage());
        lost.discard(failure);
        connectLater();
    }

    private void connectLater() {
        vertx.setTimer(connector.nextPauseMillis(), _ -> {
            if (!closed) {
                connector
                        .connect()
                        .onSuccess(connection -> {
                            LOG.info("Connected to Redis again");
                            use(connection);
                        })
                        .onFailure(failure -> {
                            LOG.debug("Redis can't be reached yet: {}", failure.getMessage());
                            connectLater();
                        });
            }
        });
    }
}
