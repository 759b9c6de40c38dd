package io.nightmarket.mysql;

import io.nightmarket.domain.contract.IdempotencyKeysContract;
import io.nightmarket.domain.order.lifecycle.IdempotencyKeys;
import io.nightmarket.domain.order.lifecycle.IdempotencyKeys.KeyedRequest;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;

final class MySqlIdempotencyKeysIT extends IdempotencyKeysContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @Override
    protected IdempotencyKeys keys() {
        return MYSQL.adapters().idempotencyKeys();
    }

    @Override
    protected void age(KeyedRequest claimed, Duration by) {
        var _ = MySqlFixture.execute(
                "UPDATE idempotency_key SET claimed_at = claimed_at - INTERVAL ? SECOND"
                        + " WHERE user_id = ? AND request_key = ?",
                by.toSeconds(),
                claimed.user().value(),
                claimed.key());
    }
}
