package io.nightmarket.http.feed;

import io.nightmarket.domain.feed.FeedPlace;
import io.nightmarket.http.answer.Refusal;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.util.Optional;

/** The cursor of the feed, {@code milliseconds-note}. */
final class FeedCursor {
    private static final String NAME = "cursor";

    private FeedCursor() {}

    static String write(FeedPlace place) {
        return place.time().toEpochMilli() + "-" + place.note();
    }

    /** The contract says that both are digits; numbers beyond 63 bits are refused. */
    static Optional<FeedPlace> in(RoutingContext context) {
        String cursor = context.request().getParam(NAME);
        if (cursor == null || cursor.isEmpty()) {
            return Optional.empty();
        }
        try {
            int dash = cursor.indexOf('-');
            return Optional.of(new FeedPlace(
                    Instant.ofEpochMilli(Long.parseLong(cursor, 0, dash, 10)),
                    Long.parseLong(cursor, dash + 1, cursor.length(), 10)));
        } catch (IllegalArgumentException e) {
            throw Refusal.malformed(NAME);
        }
    }
}
