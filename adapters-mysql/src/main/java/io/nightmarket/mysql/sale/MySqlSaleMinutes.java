package io.nightmarket.mysql.sale;

import io.nightmarket.domain.sale.admission.SaleMinutes;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Rows of sale_minute. Nodes add to the same rows at once: each in the order of the key, or they would wait for one another. */
public final class MySqlSaleMinutes implements SaleMinutes {
    private static final String HEAD = "INSERT INTO sale_minute (voucher_id, minute, outcome, requests) VALUES";
    private static final String TAIL = " ON DUPLICATE KEY UPDATE requests = requests + VALUES(requests)";

    private final Database database;

    public MySqlSaleMinutes(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Void> add(Instant minute, List<Requests> requests) {
        LocalDateTime utc = LocalDateTime.ofInstant(minute, ZoneOffset.UTC);
        List<List<?>> rows = requests.stream()
                .<List<?>>map(one -> List.of(one.sale(), utc, one.outcome().name(), one.number()))
                .toList();
        return database.answerInTransaction(session -> Rows.upsert(session, HEAD, rows, TAIL));
    }
}
