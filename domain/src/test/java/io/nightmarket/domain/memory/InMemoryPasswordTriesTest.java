package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.PasswordTries;
import io.nightmarket.domain.account.Requester;
import io.nightmarket.domain.contract.PasswordTriesContract;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

final class InMemoryPasswordTriesTest extends PasswordTriesContract {
    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
    private final Set<Requester> known = new HashSet<>();
    private final PasswordTries tries = new InMemoryPasswordTries(known::contains, clock);

    @Override
    protected PasswordTries tries() {
        return tries;
    }

    @Override
    protected void recognize(Requester requester) {
        known.add(requester);
    }

    @Override
    protected void passPause(Requester requester, Duration pause) {
        clock.advance(pause);
    }
}
