package io.nightmarket.redis.link;

import io.nightmarket.domain.failure.Corrupt;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.ResponseType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What Redis answered. A reply of another form than asked for is {@code Corrupt}. */
public final class Reply {
    private final @Nullable Response response;

    Reply(@Nullable Response response) {
        this.response = response;
    }

    /** Whether the answer is nil. */
    public boolean isNothing() {
        return response == null;
    }

    public long number() {
        Response present = present();
        Long number = present.type() == ResponseType.NUMBER ? present.toLong() : null;
        if (number == null) {
            throw new Corrupt("Redis answered no number but " + present.type());
        }
        return number;
    }

    public String text() {
        Response present = present();
        if (present.type() == ResponseType.MULTI || present.type() == ResponseType.ERROR) {
            throw new Corrupt("Redis answered no text but " + present.type());
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
            throw new Corrupt("Redis answered no list but " + response.type());
        }
        List<Reply> parts = new ArrayList<>(response.size());
        for (int i = 0; i < response.size(); i++) {
            parts.add(new Reply(response.get(i)));
        }
        return parts;
    }

    private Response present() {
        if (response == null) {
            throw new Corrupt("Redis answered nothing where something must be");
        }
        return response;
    }
}
