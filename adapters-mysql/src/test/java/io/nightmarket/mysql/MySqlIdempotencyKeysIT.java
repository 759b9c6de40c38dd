package io.nightmarket.mysql;

import io.nightmarket.domain.contract.IdempotencyKeysContract;
import io.nightmarket.domain.order.lifecycle.IdempotencyKeys;
import io.nightmarket.domain.order.lifecycle.IdempotencyKeys.KeyedRequest;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class MySqlIdempotencyKeysIT extends IdempotencyKeysContract {
    private static MySqlFixture fixture;

    @BeforeAll
    static void open() {
        fixture = new MySqlFixture();
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    @Override
    protected IdempotencyKeys keys() {
        return fixture.adapters().idempotencyKeys();
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
