package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.PasswordTries;
import io.nightmarket.domain.account.Permit;
import io.nightmarket.domain.account.Requester;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

public final class InMemoryPasswordTries implements PasswordTries {
    /** Stands for all addresses that are not known. */
    private static final String STRANGERS = "";

    private record Tries(int count, Instant last, Instant pausedUntil) {}

    private final Map<Requester, Tries> tries = new HashMap<>();
    private final Predicate<Requester> isKnown;
    private final Clock clock;

    /** @param isKnown whether the phone lately logged in from the address */
    public InMemoryPasswordTries(Predicate<Requester> isKnown, Clock clock) {
        this.isKnown = isKnown;
        this.clock = clock;
    }

    @Override
    public synchronized CompletionStage<Permit> begin(Requester requester) {
        Instant now = clock.instant();
        Requester budget = isKnown.test(requester) ? requester : new Requester(requester.phone(), STRANGERS);
        Tries before = tries.getOrDefault(budget, new Tries(0, now, now));
        if (now.isBefore(before.pausedUntil())) {
            return CompletableFuture.completedStage(new Permit.TooSoon(Duration.between(now, before.pausedUntil())));
        }
        int count = before.last().plus(MEMORY).isAfter(now) ? before.count() + 1 : 1;
        Duration pause = count < FREE ? Duration.ZERO : PAUSE.multipliedBy(1L << Math.min(20, count - FREE));
        tries.put(budget, new Tries(count, now, now.plus(pause.compareTo(MAX_PAUSE) < 0 ? pause : MAX_PAUSE)));
        return CompletableFuture.completedStage(new Permit.Granted());
    }

    @Override
    public synchronized CompletionStage<Void> forget(Requester requester) {
        if (tries.remove(requester) == null) {
            tries.computeIfPresent(
                    new Requester(requester.phone(), STRANGERS),
                    (_, before) -> new Tries(Math.max(0, before.count() - 1), before.last(), before.last()));
        }
        return CompletableFuture.completedStage(null);
    }
}
