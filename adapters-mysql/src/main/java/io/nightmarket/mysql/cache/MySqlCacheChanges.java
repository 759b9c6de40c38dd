package io.nightmarket.mysql.cache;

import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheChanges;
import io.nightmarket.mysql.client.Ages;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Changes in cache_change. */
public final class MySqlCacheChanges implements CacheChanges {
    private static final String CONFIRM = "UPDATE cache_change SET confirmed_by = ? WHERE id = ?";
    private static final String PRUNE = "DELETE FROM cache_change WHERE cache = ?"
            + " AND create_time < NOW(3) - INTERVAL ? MICROSECOND AND confirmed_by <> '' LIMIT 1000";

    private final Database database;

    public MySqlCacheChanges(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<List<CacheChange>> unconfirmed(
            Collection<String> caches, String run, Duration age, long before, int max) {
        if (caches.isEmpty()) {
            return CompletableFuture.completedStage(List.of());
        }
        List<Object> values = new ArrayList<>(List.of(run, run, age.toNanos() / 1_000, before));
        values.addAll(caches);
        values.add(max);
        String places = String.join(", ", Collections.nCopies(caches.size(), "?"));
        // What another run confirmed lies on either side of what this one did, so an index finds it.
        String open = "SELECT id, cache, entry FROM cache_change WHERE (confirmed_by < ? OR confirmed_by > ?)"
                + " AND " + Ages.isOlder("create_time", "MICROSECOND") + " AND id < ? AND cache IN (" + places
                + ") ORDER BY id DESC LIMIT ?";
        return database.answer(open, rows -> Rows.all(rows, MySqlCacheChanges::change), values.toArray());
    }

    private static CacheChange change(Row row) {
        return new CacheChange(Columns.number(row, "id"), Columns.text(row, "cache"), Columns.text(row, "entry"));
    }

    @Override
    public CompletionStage<Void> confirm(CacheChange change, String run) {
        return database.write(CONFIRM, run, change.id());
    }

    @Override
    public CompletionStage<Void> prune(String cache, Duration age) {
        return database.write(PRUNE, cache, age.toNanos() / 1_000);
    }
}
