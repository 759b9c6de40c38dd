package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.IdempotencyKeysContract;
import io.nightmarket.domain.idempotency.IdempotencyKeys;
import java.time.Clock;
import java.time.Duration;

final class InMemoryIdempotencyKeysTest extends IdempotencyKeysContract {
    private final InMemoryIdempotencyKeys keys = new InMemoryIdempotencyKeys(Clock.systemUTC());

    @Override
    protected IdempotencyKeys keys() {
        return keys;
    }

    @Override
    protected void age(UserId user, Duration by) {
        keys.age(user, by);
    }
}
