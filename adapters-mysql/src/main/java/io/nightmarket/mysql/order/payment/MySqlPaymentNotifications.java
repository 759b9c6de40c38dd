package io.nightmarket.mysql.order.payment;

import io.nightmarket.domain.order.payment.PaymentNotifications;
import io.nightmarket.mysql.client.Database;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.RowSet;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Notifications in payment_notification. */
public final class MySqlPaymentNotifications implements PaymentNotifications {
    private static final String SEEN = "INSERT IGNORE INTO payment_notification (id) VALUES (?)";
    private static final String PRUNE = "DELETE FROM payment_notification"
            + " WHERE received_at < NOW(3) - INTERVAL ? SECOND ORDER BY received_at LIMIT 1000";

    private final Database database;

    public MySqlPaymentNotifications(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Boolean> firstSeen(String notification) {
        return database.answer(
                SEEN,
                inserted -> inserted.rowCount() == 1,
                Buffer.buffer(notification.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public CompletionStage<Integer> prune(Duration age) {
        return database.answer(PRUNE, RowSet::rowCount, age.toSeconds());
    }
}
