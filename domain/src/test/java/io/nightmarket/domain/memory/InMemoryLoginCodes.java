package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.LoginCodes;
import io.nightmarket.domain.account.PhoneNumber;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Codes by phone, and a count per address that starts anew an hour after its first asking. */
public final class InMemoryLoginCodes implements LoginCodes {
    private static final Duration WINDOW = Duration.ofHours(1);

    private record Code(String digest, int wrongTries, Instant until) {}

    private record Pause(String digest, Instant until) {}

    private record Askings(int count, Instant until) {}

    private final Map<PhoneNumber, Code> codes = new HashMap<>();
    private final Map<PhoneNumber, Pause> pauses = new HashMap<>();
    private final Map<String, Askings> askings = new HashMap<>();
    private final Clock clock;
    private final int perAddressAndHour;

    /** @param perAddressAndHour so many askings of one address are heard in an hour; 0 means any number */
    public InMemoryLoginCodes(Clock clock, int perAddressAndHour) {
        this.clock = clock;
        this.perAddressAndHour = perAddressAndHour;
    }

    @Override
    public synchronized CompletionStage<Issue> issue(PhoneNumber phone, String digest, String address) {
        return CompletableFuture.completedStage(tryIssue(phone, digest, address));
    }

    private Issue tryIssue(PhoneNumber phone, String digest, String address) {
        Instant now = clock.instant();
        if (perAddressAndHour > 0) {
            Askings counted = count(address, now);
            if (counted.count() > perAddressAndHour) {
                return new Issue.TooSoon(Duration.between(now, counted.until()));
            }
        }
        Pause pause = pauses.get(phone);
        if (pause != null && now.isBefore(pause.until())) {
            return new Issue.TooSoon(Duration.between(now, pause.until()));
        }
        pauses.put(phone, new Pause(digest, now.plus(PAUSE)));
        codes.put(phone, new Code(digest, 0, now.plus(LIFETIME)));
        return new Issue.Issued();
    }

    private Askings count(String address, Instant now) {
        Askings before = askings.get(address);
        Askings after = before == null || !now.isBefore(before.until())
                ? new Askings(1, now.plus(WINDOW))
                : new Askings(before.count() + 1, before.until());
        askings.put(address, after);
        return after;
    }

    @Override
    public synchronized CompletionStage<Void> withdraw(PhoneNumber phone, String digest) {
        Pause pause = pauses.get(phone);
        if (pause != null && pause.digest().equals(digest)) {
            pauses.remove(phone);
        }
        Code code = codes.get(phone);
        if (code != null && code.digest().equals(digest)) {
            codes.remove(phone);
        }
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<Boolean> redeem(PhoneNumber phone, String digest) {
        return CompletableFuture.completedStage(tryRedeem(phone, digest));
    }

    private boolean tryRedeem(PhoneNumber phone, String digest) {
        Code code = codes.remove(phone);
        if (code == null || !clock.instant().isBefore(code.until())) {
            return false;
        }
        if (code.digest().equals(digest)) {
            return true;
        }
        if (code.wrongTries() + 1 < MAX_TRIES) {
            codes.put(phone, new Code(code.digest(), code.wrongTries() + 1, code.until()));
        }
        return false;
    }
}
