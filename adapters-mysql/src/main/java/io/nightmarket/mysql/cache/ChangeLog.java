package io.nightmarket.mysql.cache;

import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;

/** Records changes of cached values in the transaction that makes them. */
public final class ChangeLog {
    private static final String NOTE = "INSERT INTO cache_change (cache, entry) VALUES (?, ?)";

    private ChangeLog() {}

    /** Notes a change in the transaction that is open on this session. */
    public static Future<CacheChange> note(DatabaseSession session, String cache, String key) {
        return session.run(NOTE, cache, key).map(rows -> new CacheChange(Rows.lastInsertId(rows), cache, key));
    }
}
