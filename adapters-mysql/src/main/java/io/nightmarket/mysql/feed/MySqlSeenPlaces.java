package io.nightmarket.mysql.feed;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.feed.FeedPlace;
import io.nightmarket.domain.feed.SeenPlaces;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import io.vertx.sqlclient.Row;
import java.time.LocalDateTime;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A row a user in feed_seen. */
public final class MySqlSeenPlaces implements SeenPlaces {
    private static final String FIND = "SELECT seen_at, note_id FROM feed_seen WHERE user_id = ?";

    /** The note first, for it is compared with the time of before. */
    private static final String ADVANCE = "INSERT INTO feed_seen (user_id, seen_at, note_id) VALUES (?, ?, ?)"
            + " ON DUPLICATE KEY UPDATE note_id = IF(seen_at < ? OR (seen_at = ? AND note_id < ?), ?, note_id),"
            + " seen_at = IF(seen_at < ?, ?, seen_at)";

    private final Database database;

    public MySqlSeenPlaces(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Optional<FeedPlace>> find(UserId user) {
        return database.answer(FIND, rows -> Rows.first(rows, MySqlSeenPlaces::place), user.value());
    }

    private static FeedPlace place(Row row) {
        return new FeedPlace(Columns.time(row, "seen_at"), Columns.number(row, "note_id"));
    }

    @Override
    public CompletionStage<Void> advance(UserId user, FeedPlace place) {
        LocalDateTime time = Columns.seconds(place.time());
        long note = place.note();
        return database.write(ADVANCE, user.value(), time, note, time, time, note, note, time, time);
    }
}
