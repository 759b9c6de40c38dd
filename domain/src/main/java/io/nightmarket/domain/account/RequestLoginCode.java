package io.nightmarket.domain.account;

import io.nightmarket.domain.concurrent.Calls;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;

/** A shopper asks for a login code by SMS. */
public final class RequestLoginCode {
    private final LoginCodes codes;
    private final CodeDigests digests;
    private final SmsSender sms;
    private final RandomGenerator secureRandom;

    public RequestLoginCode(LoginCodes codes, CodeDigests digests, SmsSender sms, RandomGenerator secureRandom) {
        this.codes = codes;
        this.digests = digests;
        this.sms = sms;
        this.secureRandom = secureRandom;
    }

    /**
     * Issues a code of six digits and sends it. A code that could not be sent is withdrawn, so that the shopper may
     * ask again at once.
     */
    public CompletionStage<LoginCodes.Issue> request(PhoneNumber phone, String address) {
        String code = String.format(Locale.ROOT, "%06d", secureRandom.nextInt(1_000_000));
        String digest = digests.digest(phone, code);
        return codes.issue(phone, digest, address).thenCompose(issue -> switch (issue) {
            case LoginCodes.Issue.Issued issued -> send(phone, code, digest).thenApply(_ -> issued);
            case LoginCodes.Issue.TooSoon tooSoon -> CompletableFuture.completedStage(tooSoon);
        });
    }

    private CompletionStage<Void> send(PhoneNumber phone, String code, String digest) {
        return Calls.start(() -> sms.send(phone, code))
                .exceptionallyCompose(failure ->
                        codes.withdraw(phone, digest).thenCompose(_ -> CompletableFuture.failedStage(failure)));
    }
}
