package io.nightmarket.mysql.order.history;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.history.HistoryEntry;
import io.nightmarket.domain.order.history.HistoryEntry.Source;
import io.nightmarket.domain.order.history.StoredHistory;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** Reads the tables that know orders; each statement answers time and text. */
public final class MySqlStoredHistory implements StoredHistory {
    /** A statement and what it says something about. */
    private record Question(Source source, String sql) {}

    private static final String PAY_UNTIL = "DATE_FORMAT(pay_until, '%Y-%m-%dT%TZ')";

    private static final List<Question> QUESTIONS = List.of(
            new Question(
                    Source.EVENT,
                    "SELECT happened_at AS at, CONCAT(kind, IF(staff_id IS NULL, '', CONCAT(' by user ', staff_id)),"
                            + " IF(number IS NULL, '', CONCAT(', notice ', number))) AS text"
                            + " FROM order_event WHERE order_id = ?"),
            new Question(
                    Source.PAYMENT,
                    "SELECT created_at AS at, CONCAT('payment ', id, ' of ', amount, ' cents by channel ', pay_type, ': ',"
                            + " status, IF(outcome IS NULL, '', CONCAT(', ', outcome)), ', captured ', captured,"
                            + " ', refunded ', refunded) AS text FROM payment WHERE order_id = ?"),
            new Question(
                    Source.REFUND,
                    "SELECT created_at AS at, CONCAT('refund of payment ', payment_id, ' of ', amount, ' cents, ', reason,"
                            + " IF(done = 1, ': done', ': pending')) AS text FROM refund WHERE order_id = ?"),
            new Question(
                    Source.REFUND,
                    "SELECT noted_at AS at, CONCAT('money to return: ', amount, ' cents') AS text FROM money_to_return WHERE order_id = ?"),
            new Question(
                    Source.RELEASE,
                    "SELECT done_at AS at, CONCAT('unit of shard ', shard, ' after ', kind, IF(revision = 0, '',"
                            + " CONCAT(', reserved by payment ', revision)), IF(done = 1, ': released', ': pending')) AS text"
                            + " FROM stock_return WHERE id = ? AND user_id > 0"),
            new Question(
                    Source.REJECTION,
                    "SELECT create_time AS at, CONCAT('rejected: ', reason) AS text FROM order_rejection WHERE order_id = ?"),
            new Question(
                    Source.REJECTION,
                    "SELECT create_time AS at, 'lost with the queue' AS text FROM order_lost WHERE order_id = ?"),
            new Question(
                    Source.DEAD_LETTER,
                    "SELECT create_time AS at, CONCAT('dead letter ', id, ', entry ', COALESCE(entry_ms, '?'), '-',"
                            + " COALESCE(entry_seq, '?'), ' of shard ', shard, ': ', reason) AS text"
                            + " FROM dead_letter WHERE order_id = ?"),
            new Question(
                    Source.ORDER,
                    "SELECT NULL AS at, CONCAT('unpaid: may be paid until ', " + PAY_UNTIL
                            + ") AS text FROM unpaid_order WHERE order_id = ?"),
            new Question(
                    Source.ORDER,
                    "SELECT NULL AS at, CONCAT('the buyer''s claim in sale ', c.voucher_id, IF(c.revision = 0, '',"
                            + " CONCAT(', by payment ', c.revision)), IF(c.pay_until IS NULL, '',"
                            + " CONCAT(': may be paid until ', " + PAY_UNTIL
                            + "))) AS text FROM tb_voucher_order o JOIN order_claim c"
                            + " ON c.voucher_id = o.voucher_id AND c.user_id = o.user_id AND c.order_id = o.id WHERE o.id = ?"));

    private static final String ROW = "SELECT user_id, voucher_id, status, pay_type FROM tb_voucher_order WHERE id = ?";
    private static final String ELSEWHERE = "SELECT user_id, voucher_id FROM order_rejection WHERE order_id = ?"
            + " UNION SELECT user_id, voucher_id FROM order_lost WHERE order_id = ? LIMIT 1";
    private static final String SHARD = "SELECT shard FROM flash_sale WHERE voucher_id = ?";

    private final Database database;

    public MySqlStoredHistory(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Known> of(OrderId id) {
        return database.answer(session -> entries(session, id)
                .compose(entries -> row(session, id).compose(row -> known(session, id, entries, row))));
    }

    private static Future<List<HistoryEntry>> entries(DatabaseSession session, OrderId id) {
        List<Future<List<HistoryEntry>>> answers = new ArrayList<>();
        for (Question question : QUESTIONS) {
            answers.add(session.run(question.sql, id.value()).map(rows -> Rows.all(rows, row -> entry(question, row))));
        }
        return Future.join(answers)
                .map(_ -> answers.stream()
                        .flatMap(answer -> answer.result().stream())
                        .toList());
    }

    private static HistoryEntry entry(Question question, Row row) {
        return new HistoryEntry(Columns.timeOrNull(row, "at"), question.source, Columns.text(row, "text"));
    }

    private static Future<Optional<Row>> row(DatabaseSession session, OrderId id) {
        return session.run(ROW, id.value()).map(rows -> Rows.first(rows, row -> row));
    }

    private static Future<Known> known(
            DatabaseSession session, OrderId id, List<HistoryEntry> entries, Optional<Row> row) {
        if (row.isEmpty()) {
            return session.run(ELSEWHERE, id.value(), id.value())
                    .map(rows -> Rows.first(rows, found -> purchase(id, found)))
                    .compose(purchase -> withShard(session, entries, purchase));
        }
        HistoryEntry order = new HistoryEntry(null, Source.ORDER, text(row.get()));
        return withShard(
                session,
                Stream.concat(entries.stream(), Stream.of(order)).toList(),
                Optional.of(purchase(id, row.get())));
    }

    private static String text(Row row) {
        int status = row.getValue("status") == null ? OrderStatus.UNPAID.code() : Columns.small(row, "status");
        return "row of user " + Columns.number(row, "user_id") + ", voucher " + Columns.number(row, "voucher_id") + ": "
                + OrderStatus.of(status).map(OrderStatus::name).orElse("status " + status);
    }

    private static Purchase purchase(OrderId id, Row row) {
        return new Purchase(
                id, new VoucherId(Columns.number(row, "voucher_id")), new UserId(Columns.number(row, "user_id")));
    }

    private static Future<Known> withShard(
            DatabaseSession session, List<HistoryEntry> entries, Optional<Purchase> purchase) {
        return purchase.map(known -> session.run(SHARD, known.voucher().value())
                        .map(rows -> Rows.first(rows, row -> new Shard(Columns.small(row, "shard")))))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()))
                .map(shard -> new Known(entries, purchase, shard));
    }
}
