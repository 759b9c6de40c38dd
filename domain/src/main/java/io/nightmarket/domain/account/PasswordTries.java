package io.nightmarket.domain.account;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * Tries of passwords, counted for each phone: apart for each address that the phone lately logged in from, and once for all other
 * addresses together, so that a stranger can't keep the owner out. Fails with {@code Unavailable} or {@code TimedOut}.
 */
public interface PasswordTries {
    /** The tries without a wait. */
    int FREE = 5;

    /** The wait after these; it doubles with each further try, up to {@link #MAX_PAUSE}. */
    Duration PAUSE = Duration.ofSeconds(30);

    Duration MAX_PAUSE = Duration.ofHours(1);

    /** Tries are forgotten after this time without one. */
    Duration MEMORY = Duration.ofDays(1);

    /** Counts a try before it is made; concurrent ones count each. A refusal counts nothing. One atomic step. */
    CompletionStage<Permit> begin(Requester requester);

    /** Forgets the tries from this address; one that was counted with those of all others is taken back. The password was right. */
    CompletionStage<Void> forget(Requester requester);
}
