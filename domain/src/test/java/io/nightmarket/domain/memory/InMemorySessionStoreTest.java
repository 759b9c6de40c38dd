package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.SessionStore;
import io.nightmarket.domain.contract.SessionStoreContract;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

final class InMemorySessionStoreTest extends SessionStoreContract {
    private final ManualClock clock = new ManualClock(Instant.parse("2026-06-18T12:00:00Z"));
    private final Map<SessionPolicy, SessionStore> stores = new HashMap<>();

    @Override
    protected synchronized SessionStore store(SessionPolicy policy) {
        return stores.computeIfAbsent(policy, _ -> new InMemorySessionStore(policy, clock));
    }

    @Override
    protected Instant now() {
        return clock.instant();
    }

    @Override
    protected void elapse(Duration time) {
        clock.advance(time);
    }
}
