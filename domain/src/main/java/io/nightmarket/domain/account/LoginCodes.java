package io.nightmarket.domain.account;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The login codes that are out, as digests: the code itself is never stored. Each belongs to the challenge that it was
 * issued for, so that wrong tries of a stranger don't count against it. A phone's codes are budgeted apart for each of the
 * {@link #KNOWN_ADDRESSES} that it lately logged in from, and once for all other addresses together: a stranger can't use up
 * the owner's.
 */
public interface LoginCodes {
    /** How long a code holds. */
    Duration LIFETIME = Duration.ofMinutes(2);

    /** The wait after the first code of a budget; it doubles with each further one, up to {@link #MAX_PAUSE}. */
    Duration PAUSE = Duration.ofMinutes(1);

    Duration MAX_PAUSE = Duration.ofHours(1);

    /** The codes of a budget within {@link #BUDGET_TIME}; a login gives its address a new one. */
    int BUDGET = 10;

    Duration BUDGET_TIME = Duration.ofDays(1);

    int KNOWN_ADDRESSES = 8;

    /** An address is known for this long after the last login from it. */
    Duration KNOWN_TIME = Duration.ofDays(90);

    /** The wrong tries that void a code: as many for requests that name its challenge, as many for those that don't. */
    int MAX_TRIES = 5;

    /**
     * Issues a code for a challenge, unless the requester's budget is used up, its last code is too recent, or its address
     * asked too often by the limit that the adapter is configured with. A refusal writes nothing.
     */
    CompletionStage<Permit> issue(Requester requester, ChallengeId challenge, String digest);

    /** Takes the code back and lets the requester ask for another at once. */
    CompletionStage<Void> withdraw(Requester requester, ChallengeId challenge);

    /**
     * Uses up the code of a challenge, by default of the last one that this address asked for. Answers the challenge, once
     * at most per code; when none of the digests is right, that counts as one try. One atomic step.
     */
    CompletionStage<Optional<ChallengeId>> redeem(
            Requester requester, Optional<ChallengeId> challenge, List<String> digests);

    /** Makes the address one that the phone logged in from, with a new budget: the login is complete. */
    CompletionStage<Void> recognize(Requester requester);
}
