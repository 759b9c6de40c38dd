package io.nightmarket.bootstrap.program;

import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import org.jspecify.annotations.Nullable;

/** What stands in Redis, read past the program. */
final class RedisPeek {
    private final String uri;

    RedisPeek(String uri) {
        this.uri = uri;
    }

    @Nullable
    String field(String key, String field) {
        Response answer = ask(Request.cmd(Command.HGET).arg(key).arg(field));
        return answer == null ? null : answer.toString();
    }

    long streamLength(String key) {
        Response answer = ask(Request.cmd(Command.XLEN).arg(key));
        return answer == null ? 0 : answer.toLong();
    }

    /** Puts an entry at the end of a stream. */
    void append(String key, String field, String value) {
        var _ = ask(Request.cmd(Command.XADD).arg(key).arg("*").arg(field).arg(value));
    }

    void emptyStream(String key) {
        var _ = ask(Request.cmd(Command.XTRIM).arg(key).arg("MAXLEN").arg(0));
    }

    /** Adds to a number that stands in a hash. */
    void add(String key, String field, long units) {
        var _ = ask(Request.cmd(Command.HINCRBY).arg(key).arg(field).arg(units));
    }

    void forget(String key) {
        var _ = ask(Request.cmd(Command.DEL).arg(key));
    }

    @Nullable
    String text(String key) {
        Response answer = ask(Request.cmd(Command.GET).arg(key));
        return answer == null ? null : answer.toString();
    }

    /** Writes another text under a key, which ends when it would have. */
    void replace(String key, String text) {
        var _ = ask(Request.cmd(Command.SET).arg(key).arg(text).arg("KEEPTTL"));
    }

    /** It loses all that it knows. */
    void flush() {
        var _ = ask(Request.cmd(Command.FLUSHALL));
    }

    private @Nullable Response ask(Request request) {
        Vertx vertx = Vertx.vertx();
        try {
            return Client.await(Redis.createClient(vertx, uri).send(request));
        } finally {
            var _ = Client.await(vertx.close());
        }
    }
}
