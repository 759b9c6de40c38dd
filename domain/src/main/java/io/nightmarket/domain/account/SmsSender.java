package io.nightmarket.domain.account;

import java.util.concurrent.CompletionStage;

/** Carries a login code to a phone. */
@FunctionalInterface
public interface SmsSender {
    /** Hands the message to the carrier; completes when that took it, with a time-out of its own. */
    CompletionStage<Void> send(PhoneNumber phone, String code);
}
