package io.nightmarket.domain.account;

import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.Stages;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** A shopper asks for a login code by SMS. */
public final class RequestLoginCode {
    private final LoginCodes codes;
    private final CodeDigests digests;
    private final Function<PhoneNumber, CompletionStage<Boolean>> isBanned;
    private final SmsSender sms;
    private final RandomGenerator secureRandom;

    public RequestLoginCode(
            LoginCodes codes,
            CodeDigests digests,
            Function<PhoneNumber, CompletionStage<Boolean>> isBanned,
            SmsSender sms,
            RandomGenerator secureRandom) {
        this.codes = codes;
        this.digests = digests;
        this.isBanned = isBanned;
        this.sms = sms;
        this.secureRandom = secureRandom;
    }

    /** Outcome of the call. */
    public sealed interface Outcome {
        /**
         * The code is on its way.
         *
         * @param challenge to be sent back at the login
         */
        record Sent(ChallengeId challenge) implements Outcome {}

        record TooSoon(Duration retryAfter) implements Outcome {}

        /** Staff banned the user with this phone. The budget of codes counts it, so that phones are not tried for bans without end. */
        record Banned() implements Outcome {}
    }

    /**
     * Issues a code of six digits and sends it. A code that could not be sent is withdrawn, so that the shopper may
     * ask again at once.
     */
    public CompletionStage<Outcome> request(Requester requester) {
        String code = String.format(Locale.ROOT, "%06d", secureRandom.nextInt(1_000_000));
        ChallengeId challenge = ChallengeId.random(secureRandom);
        return codes.issue(requester, challenge, digests.digest(requester.phone(), code))
                .thenCompose(permit -> switch (permit) {
                    case Permit.Granted _ -> sendUnlessBanned(requester, challenge, code);
                    case Permit.TooSoon(var retryAfter) ->
                        CompletableFuture.completedStage(new Outcome.TooSoon(retryAfter));
                });
    }

    private CompletionStage<Outcome> sendUnlessBanned(Requester requester, ChallengeId challenge, String code) {
        return isBanned.apply(requester.phone())
                .exceptionallyCompose(failure -> Stages.failAfter(codes.withdraw(requester, challenge), failure))
                .thenCompose(banned -> banned
                        ? CompletableFuture.completedStage(new Outcome.Banned())
                        : send(requester, challenge, code));
    }

    private CompletionStage<Outcome> send(Requester requester, ChallengeId challenge, String code) {
        return Calls.start(() -> sms.send(requester.phone(), code))
                .<Outcome>thenApply(_ -> new Outcome.Sent(challenge))
                .exceptionallyCompose(failure -> Stages.failAfter(codes.withdraw(requester, challenge), failure));
    }
}
