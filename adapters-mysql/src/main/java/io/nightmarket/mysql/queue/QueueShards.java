package io.nightmarket.mysql.queue;

import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.order.EntryId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;

/**
 * The table of shards: of each the last entry id that was given out. Whoever gives out more holds the row until the
 * commit, so entries of a shard become visible in the order of their ids. A shard without a row is fenced.
 *
 * <p>The sequence of an id goes on over the milliseconds: of two ids it tells how many entries lie between.
 */
final class QueueShards {
    private static final String LOCK = "SELECT last_ms, last_seq FROM queue_shard WHERE shard = ? FOR UPDATE";
    private static final String MOVE = "UPDATE queue_shard SET last_ms = ?, last_seq = ? WHERE shard = ?";

    /** Assignments are made from left to right: the first sees the row as it was. */
    private static final String UNFENCE = "INSERT INTO queue_shard (shard, last_ms, last_seq) VALUES (?, ?, ?)"
            + " ON DUPLICATE KEY UPDATE last_seq = IF(? >= last_ms, GREATEST(last_seq, ?), last_seq),"
            + " last_ms = GREATEST(last_ms, ?)";

    private QueueShards() {}

    /** Makes the row, or raises it, so that entries come after this one. */
    static Future<Void> unfence(DatabaseSession session, Shard shard, EntryId last) {
        return session.run(
                        UNFENCE,
                        shard.number(),
                        last.millis(),
                        last.sequence(),
                        last.millis(),
                        last.sequence(),
                        last.millis())
                .mapEmpty();
    }

    /** Locks the row and answers the last id given out. Fails with {@code Unavailable} when the shard is fenced. */
    static Future<EntryId> lock(DatabaseSession session, Shard shard) {
        return session.run(LOCK, shard.number())
                .map(rows -> Rows.first(
                                rows,
                                row -> new EntryId(Columns.number(row, "last_ms"), Columns.number(row, "last_seq")))
                        .orElseThrow(() -> new Unavailable("the shard is fenced")));
    }

    /** Writes down the last id given out. */
    static Future<Void> move(DatabaseSession session, Shard shard, EntryId last) {
        return session.run(MOVE, last.millis(), last.sequence(), shard.number()).mapEmpty();
    }
}
