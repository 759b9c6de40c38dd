package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.IdempotencyKeysContract;
import io.nightmarket.domain.order.lifecycle.IdempotencyKeys;
import io.nightmarket.domain.order.lifecycle.IdempotencyKeys.KeyedRequest;
import java.time.Duration;
import java.time.Instant;

final class InMemoryIdempotencyKeysTest extends IdempotencyKeysContract {
    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
    private final IdempotencyKeys keys = new InMemoryIdempotencyKeys(clock);

    @Override
    protected IdempotencyKeys keys() {
        return keys;
    }

    @Override
    protected void age(KeyedRequest claimed, Duration by) {
        clock.advance(by);
    }
}
