package io.nightmarket.redis.link;

import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.base.TimedOut;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.ResponseType;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What Redis answered. A reply of another type than the command has ends its connection, and what was asked on it
 * counts as {@code TimedOut}; nil where something must be is {@code Corrupt}.
 */
public final class Reply {
    private final @Nullable Response response;

    private final Consumer<TimedOut> unexpected;

    /** @param unexpected called when the reply is not of the type that it is read as */
    Reply(@Nullable Response response, Consumer<TimedOut> unexpected) {
        this.response = response;
        this.unexpected = unexpected;
    }

    /** Whether the answer is nil. */
    public boolean isNothing() {
        return response == null;
    }

    public long number() {
        Response present = present();
        Long number = present.type() == ResponseType.NUMBER ? present.toLong() : null;
        if (number == null) {
            throw unexpected("number", present);
        }
        return number;
    }

    public String text() {
        Response present = present();
        if (present.type() == ResponseType.MULTI || present.type() == ResponseType.ERROR) {
            throw unexpected("text", present);
        }
        return present.toString(StandardCharsets.UTF_8);
    }

    public Optional<String> textIfAny() {
        return isNothing() ? Optional.empty() : Optional.of(text());
    }

    /** The parts of a list; a nil counts as an empty one. */
    public List<Reply> parts() {
        if (response == null) {
            return List.of();
        }
        if (response.type() != ResponseType.MULTI) {
            throw unexpected("list", response);
        }
        List<Reply> parts = new ArrayList<>(response.size());
        for (int i = 0; i < response.size(); i++) {
            parts.add(new Reply(response.get(i), unexpected));
        }
        return parts;
    }

    /** What {@code TIME} answers: the moment by the server's clock. */
    public Instant time() {
        List<Reply> parts = parts();
        return Instant.ofEpochSecond(
                Long.parseLong(parts.getFirst().text()),
                TimeUnit.MICROSECONDS.toNanos(Long.parseLong(parts.getLast().text())));
    }

    private TimedOut unexpected(String expected, Response actual) {
        return unfit("no " + expected + " but " + actual.type());
    }

    /** The reply doesn't fit its command: ends the connection, and answers what the command fails with. */
    public TimedOut unfit(String answered) {
        TimedOut failure = new TimedOut("Redis answered " + answered);
        unexpected.accept(failure);
        return failure;
    }

    private Response present() {
        if (response == null) {
            throw new Corrupt("Redis answered nothing where something must be");
        }
        return response;
    }
}
