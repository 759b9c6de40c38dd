package io.nightmarket.testkit;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads and changes a Redis past the product, over a connection of its own for each call. Blocks. */
public final class RedisPeek {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Vertx VERTX = Vertx.vertx(new VertxOptions().setUseDaemonThread(true));

    private final Supplier<String> uri;

    public RedisPeek(String uri) {
        this(() -> uri);
    }

    /** @param uri gives the address of the server that is asked at the moment */
    public RedisPeek(Supplier<String> uri) {
        this.uri = uri;
    }

    public static Request request(Command command, String... words) {
        Request request = Request.cmd(command);
        for (String word : words) {
            var _ = request.arg(word);
        }
        return request;
    }

    /** Sends the commands in order; answers the reply of each. */
    public List<@Nullable Response> send(List<Request> commands) throws IOException {
        Redis client = Redis.createClient(VERTX, uri.get());
        try {
            return Waiting.await(client.batch(commands).toCompletionStage(), TIMEOUT);
        } finally {
            client.close();
        }
    }

    public @Nullable Response send(Command command, String... words) throws IOException {
        return send(List.of(request(command, words))).getFirst();
    }

    /** {@link #send(Command, String...)} for tests, where a failure ends the test. */
    public @Nullable Response ask(Command command, String... words) {
        try {
            return send(command, words);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@link #ask} where the reply does not matter. */
    public void tell(Command command, String... words) {
        var _ = ask(command, words);
    }

    public @Nullable String field(String key, String field) {
        return text(ask(Command.HGET, key, field));
    }

    public @Nullable String text(String key) {
        return text(ask(Command.GET, key));
    }

    public long streamLength(String key) {
        Response length = ask(Command.XLEN, key);
        return length == null ? 0 : length.toLong();
    }

    private static @Nullable String text(@Nullable Response reply) {
        return reply == null ? null : reply.toString();
    }
}
