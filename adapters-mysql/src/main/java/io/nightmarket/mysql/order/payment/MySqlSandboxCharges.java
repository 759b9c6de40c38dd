package io.nightmarket.mysql.order.payment;

import io.nightmarket.domain.order.payment.ChargeOutcome;
import io.nightmarket.domain.order.payment.Payment;
import io.nightmarket.domain.order.payment.PaymentId;
import io.nightmarket.domain.order.payment.Refund;
import io.nightmarket.domain.order.payment.SandboxCharges;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Charges of play money in sandbox_charge. */
public final class MySqlSandboxCharges implements SandboxCharges {
    private static final String INSERT =
            "INSERT IGNORE INTO sandbox_charge (payment_id, amount, outcome) VALUES (?, ?, ?)";
    private static final String FIND = "SELECT amount, outcome FROM sandbox_charge WHERE payment_id = ?";
    private static final String DECIDE =
            "UPDATE sandbox_charge SET outcome = ? WHERE payment_id = ? AND outcome = 'PENDING'";
    private static final String REFUND = "UPDATE sandbox_charge SET refunded = amount"
            + " WHERE payment_id = ? AND outcome = 'CAPTURED' AND refunded = 0";

    private static final String PRUNE =
            "DELETE FROM sandbox_charge WHERE created_at < NOW(3) - INTERVAL ? SECOND ORDER BY created_at LIMIT 1000";

    private final Database database;

    public MySqlSandboxCharges(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<ChargeOutcome> charge(Payment payment, ChargeOutcome outcome) {
        return insert(payment.id(), payment.amount(), outcome).toCompletionStage();
    }

    @Override
    public CompletionStage<ChargeOutcome> resolve(PaymentId payment) {
        return insert(payment, 0, new ChargeOutcome.Refused()).toCompletionStage();
    }

    private Future<ChargeOutcome> insert(PaymentId payment, long amount, ChargeOutcome outcome) {
        return database.onSession(session ->
                session.run(INSERT, payment.value(), amount, name(outcome)).compose(_ -> find(session, payment)));
    }

    @Override
    public CompletionStage<ChargeOutcome> decide(PaymentId payment, boolean captured) {
        return database.answer(session -> session.run(DECIDE, captured ? "CAPTURED" : "REFUSED", payment.value())
                .compose(_ -> find(session, payment)));
    }

    @Override
    public CompletionStage<Void> refund(Refund refund) {
        return database.write(REFUND, refund.payment().value());
    }

    @Override
    public CompletionStage<Integer> prune(Duration age) {
        return database.answer(PRUNE, RowSet::rowCount, age.toSeconds());
    }

    private static Future<ChargeOutcome> find(DatabaseSession session, PaymentId payment) {
        return session.run(FIND, payment.value())
                .map(rows -> Rows.first(rows, MySqlSandboxCharges::outcome).orElseGet(ChargeOutcome.Refused::new));
    }

    private static String name(ChargeOutcome outcome) {
        return switch (outcome) {
            case ChargeOutcome.Captured _ -> "CAPTURED";
            case ChargeOutcome.Refused _ -> "REFUSED";
            case ChargeOutcome.Pending _ -> "PENDING";
        };
    }

    private static ChargeOutcome outcome(Row row) {
        return switch (Columns.text(row, "outcome")) {
            case "CAPTURED" -> new ChargeOutcome.Captured(Columns.number(row, "amount"));
            case "PENDING" -> new ChargeOutcome.Pending();
            default -> new ChargeOutcome.Refused();
        };
    }
}
