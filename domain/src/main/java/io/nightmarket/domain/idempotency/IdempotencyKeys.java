package io.nightmarket.domain.idempotency;

import io.nightmarket.domain.account.UserId;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * The keys that clients give to requests so that they may repeat them (Idempotency-Key, draft-ietf-httpapi). Fails with
 * {@code Unavailable} or {@code TimedOut}.
 */
public interface IdempotencyKeys {
    /** A claim that is this old and has no answer was left by a node that stopped. */
    Duration ABANDONED_AFTER = Duration.ofSeconds(10);

    /**
     * A request under a key.
     *
     * @param key 1 to 64 visible ASCII characters, of this user's alone
     * @param fingerprint SHA-256 of path and body, in hex
     */
    record KeyedRequest(UserId user, String key, String operation, String fingerprint) {}

    /** What claiming a key came to. */
    sealed interface Claim {
        /** The request is to be done, for the subject: a request that was left undone is done again for its own. */
        record Mine(long subject) implements Claim {}

        record Answered(String answer) implements Claim {}

        /** The same request is under way. */
        record InProgress() implements Claim {}

        /** The key was used for another request. */
        record Reused() implements Claim {}
    }

    /**
     * Claims the key by one atomic insert.
     *
     * @param subject id of what the request makes, if it is to be done
     */
    CompletionStage<Claim> claim(KeyedRequest request, long subject);

    /** Writes the answer, which later claims get. The first one stands. */
    CompletionStage<Void> answer(KeyedRequest request, String answer);

    /** Deletes some keys that are older than this; answers how many. */
    CompletionStage<Integer> prune(Duration age);
}
