package io.nightmarket.mysql.order.outbox;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.outbox.OrderOutbox;
import io.nightmarket.domain.order.outbox.OutgoingEvent;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Events are the rows of order_event: nothing further is written for them. */
public final class MySqlOrderOutbox implements OrderOutbox {
    private static final String AFTER = "SELECT e.id, e.order_id, e.kind, e.happened_at, o.user_id, o.voucher_id,"
            + " e.written_at > NOW(3) - INTERVAL " + GAP_AGE.toSeconds() + " SECOND AS is_young"
            + " FROM order_event e JOIN tb_voucher_order o ON o.id = e.order_id"
            + " WHERE e.id > ? ORDER BY e.id LIMIT ?";
    private static final String LAST = "SELECT MAX(id) AS last FROM order_event";

    private final Database database;

    public MySqlOrderOutbox(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<List<OutgoingEvent>> after(long id, int max) {
        return database.answer(AFTER, rows -> untilYoungGap(rows, id), id, Math.min(max, MAX_PAGE));
    }

    private static List<OutgoingEvent> untilYoungGap(RowSet<Row> rows, long after) {
        List<OutgoingEvent> events = new ArrayList<>();
        long last = after;
        for (Row row : rows) {
            long id = Columns.number(row, "id");
            if (id != last + 1 && Columns.number(row, "is_young") == 1) {
                break;
            }
            events.add(event(row, id));
            last = id;
        }
        return events;
    }

    private static OutgoingEvent event(Row row, long id) {
        return new OutgoingEvent(
                id,
                new OrderId(Columns.number(row, "order_id")),
                Columns.text(row, "kind"),
                Columns.time(row, "happened_at"),
                new UserId(Columns.number(row, "user_id")),
                new VoucherId(Columns.number(row, "voucher_id")));
    }

    @Override
    public CompletionStage<Long> last() {
        return database.answer(LAST, rows -> Rows.number(rows, "last"));
    }
}
