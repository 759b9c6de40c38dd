package io.nightmarket.domain.order.lifecycle;

import io.nightmarket.domain.account.UserId;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * The keys that clients give to requests so that they may repeat them (Idempotency-Key, draft-ietf-httpapi). Fails with
 * {@code Unavailable} or {@code TimedOut}.
 */
public interface IdempotencyKeys {
    /** An acquired key that is this old and has no answer was left by a node that stopped. */
    Duration ABANDONED_AFTER = Duration.ofSeconds(10);

    /** How long a key is kept whose request was done. */
    Duration KEPT = Duration.ofDays(7);

    /** How long one is kept whose request was refused: a client that lost the answer repeats it within seconds. */
    Duration REFUSALS_KEPT = Duration.ofMinutes(10);

    /** Keys that a user may have at a time; concurrent requests may be a few more. */
    int MAX_OF_USER = 1_000;

    /**
     * A request under a key.
     *
     * @param key 1 to 64 visible ASCII characters, of this user's alone
     * @param fingerprint SHA-256 of path and body, in hex
     */
    record KeyedRequest(UserId user, String key, String operation, String fingerprint) {}

    /** The outcome of acquiring a key. */
    sealed interface Acquisition {
        /** The request is to be done, for the subject: a request that was left undone is done again for its own. */
        record Acquired(long subject) implements Acquisition {}

        record Answered(String answer) implements Acquisition {}

        /** A request with this key and fingerprint is under way. */
        record InProgress() implements Acquisition {}

        /** The key was used for another request. */
        record Reused() implements Acquisition {}

        /** The user has {@link #MAX_OF_USER} keys, and this is none of them. */
        record TooMany() implements Acquisition {}
    }

    /**
     * Acquires the key by one atomic insert.
     *
     * @param subject id of what the request makes, if it is to be done
     */
    CompletionStage<Acquisition> acquire(KeyedRequest request, long subject);

    /**
     * Writes the answer, which later calls get. The first one stands.
     *
     * @param keep as a rule {@link #KEPT} or {@link #REFUSALS_KEPT}: {@link #prune} deletes it that long after now, given {@code KEPT}
     */
    CompletionStage<Void> answer(KeyedRequest request, String answer, Duration keep);

    /**
     * Leaves a key without an answer: the next request under it is done, for the same subject. Nothing happens to a key that has
     * an answer.
     */
    CompletionStage<Void> giveBack(KeyedRequest request);

    /** Deletes some keys that are older than this; answers how many. */
    CompletionStage<Integer> prune(Duration age);
}
