package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.ChallengeId;
import io.nightmarket.domain.account.LoginCodes;
import io.nightmarket.domain.account.Permit;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Requester;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Codes by challenge, budgets by requester, and a count per address that ends an hour after its first request. */
public final class InMemoryLoginCodes implements LoginCodes {
    private static final Duration WINDOW = Duration.ofHours(1);

    /** Stands for all addresses that are not known. */
    private static final String STRANGERS = "";

    private record Code(Requester requester, String digest, Instant until) {}

    /** @param named whether the requests name the challenge */
    private record Way(ChallengeId challenge, boolean named) {}

    private record Pause(ChallengeId challenge, Instant until) {}

    private record Count(int count, Instant until) {}

    private final Map<ChallengeId, Code> codes = new HashMap<>();
    private final Map<Way, Integer> wrongTries = new HashMap<>();
    private final Map<Requester, ChallengeId> latest = new HashMap<>();
    private final Map<Requester, Instant> known = new HashMap<>();
    private final Map<Requester, Pause> pauses = new HashMap<>();
    private final Map<Requester, Count> budgets = new HashMap<>();
    private final Map<String, Count> addresses = new HashMap<>();
    private final Clock clock;
    private final int perAddressAndHour;

    /** @param perAddressAndHour the codes of one address in an hour; 0 means any number */
    public InMemoryLoginCodes(Clock clock, int perAddressAndHour) {
        this.clock = clock;
        this.perAddressAndHour = perAddressAndHour;
    }

    @Override
    public synchronized CompletionStage<Permit> issue(Requester requester, ChallengeId challenge, String digest) {
        return CompletableFuture.completedStage(tryIssue(requester, challenge, digest));
    }

    private Permit tryIssue(Requester requester, ChallengeId challenge, String digest) {
        Instant now = clock.instant();
        Requester budget = budget(requester);
        Count used = live(budgets.get(budget), BUDGET_TIME);
        Pause pause = pauses.get(budget);
        Count asked = live(addresses.get(requester.address()), WINDOW);
        if (used.count() >= BUDGET) {
            return new Permit.TooSoon(Duration.between(now, used.until()));
        }
        if (pause != null && now.isBefore(pause.until())) {
            return new Permit.TooSoon(Duration.between(now, pause.until()));
        }
        if (perAddressAndHour > 0 && asked.count() >= perAddressAndHour) {
            return new Permit.TooSoon(Duration.between(now, asked.until()));
        }
        addresses.put(requester.address(), new Count(asked.count() + 1, asked.until()));
        budgets.put(budget, new Count(used.count() + 1, used.until()));
        Duration wait = PAUSE.multipliedBy(1L << used.count());
        pauses.put(budget, new Pause(challenge, now.plus(wait.compareTo(MAX_PAUSE) < 0 ? wait : MAX_PAUSE)));
        codes.put(challenge, new Code(requester, digest, now.plus(LIFETIME)));
        latest.put(requester, challenge);
        return new Permit.Granted();
    }

    private Requester budget(Requester requester) {
        Instant lastLogin = known.get(requester);
        return lastLogin != null && clock.instant().isBefore(lastLogin.plus(KNOWN_TIME))
                ? requester
                : strangers(requester.phone());
    }

    private static Requester strangers(PhoneNumber phone) {
        return new Requester(phone, STRANGERS);
    }

    private Count live(@Nullable Count count, Duration time) {
        Instant now = clock.instant();
        return count == null || !now.isBefore(count.until()) ? new Count(0, now.plus(time)) : count;
    }

    @Override
    public synchronized CompletionStage<Void> withdraw(Requester requester, ChallengeId challenge) {
        codes.remove(challenge);
        giveBack(requester, challenge);
        giveBack(strangers(requester.phone()), challenge);
        return CompletableFuture.completedStage(null);
    }

    private void giveBack(Requester budget, ChallengeId challenge) {
        Pause pause = pauses.get(budget);
        if (pause != null && pause.challenge().equals(challenge)) {
            pauses.remove(budget);
            budgets.computeIfPresent(budget, (_, count) -> new Count(count.count() - 1, count.until()));
        }
    }

    @Override
    public synchronized CompletionStage<Optional<ChallengeId>> redeem(
            Requester requester, Optional<ChallengeId> challenge, List<String> digests) {
        Optional<ChallengeId> meant = challenge.or(() -> Optional.ofNullable(latest.get(requester)));
        return CompletableFuture.completedStage(
                meant.filter(found -> tryRedeem(requester, new Way(found, challenge.isPresent()), digests)));
    }

    private boolean tryRedeem(Requester requester, Way way, List<String> digests) {
        Code code = codes.get(way.challenge());
        if (code == null
                || !code.requester().phone().equals(requester.phone())
                || !clock.instant().isBefore(code.until())
                || wrongTries.getOrDefault(way, 0) >= MAX_TRIES) {
            return false;
        }
        if (!digests.contains(code.digest())) {
            wrongTries.merge(way, 1, Integer::sum);
            return false;
        }
        codes.remove(way.challenge());
        return true;
    }

    @Override
    public synchronized CompletionStage<Void> recognize(Requester requester) {
        known.put(requester, clock.instant());
        dropOldest(requester.phone());
        budgets.remove(requester);
        return CompletableFuture.completedStage(null);
    }

    private void dropOldest(PhoneNumber phone) {
        known.entrySet().stream()
                .filter(entry -> entry.getKey().phone().equals(phone))
                .sorted(Map.Entry.<Requester, Instant>comparingByValue(Comparator.reverseOrder()))
                .skip(KNOWN_ADDRESSES)
                .map(Map.Entry::getKey)
                .toList()
                .forEach(known::remove);
    }
}
