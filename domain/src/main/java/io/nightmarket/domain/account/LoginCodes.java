package io.nightmarket.domain.account;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** The login codes that are out, by phone, as digests: the code itself is never stored. */
public interface LoginCodes {
    /** How long a code holds. */
    Duration LIFETIME = Duration.ofMinutes(2);

    /** A phone gets one code in this time. */
    Duration PAUSE = Duration.ofMinutes(1);

    /** The number of wrong tries that voids a code. */
    int MAX_TRIES = 5;

    /** Whether a code was put out. */
    sealed interface Issue {
        record Issued() implements Issue {}

        record TooSoon(Duration retryAfter) implements Issue {}
    }

    /**
     * Puts out a code in place of an older one, unless this phone got one within {@link #PAUSE}, or this address asked
     * too often by the limit that the adapter is configured with. One atomic step per phone.
     *
     * @param address the asking machine's, for the limit per address
     */
    CompletionStage<Issue> issue(PhoneNumber phone, String digest, String address);

    /** Takes the code back, as if it had never been issued, because it could not be sent. */
    CompletionStage<Void> withdraw(PhoneNumber phone, String digest);

    /**
     * Uses up the code. True once at most per code; a wrong digest counts as a try, and {@link #MAX_TRIES} of them
     * void the code. One atomic step.
     */
    CompletionStage<Boolean> redeem(PhoneNumber phone, String digest);
}
