package io.nightmarket.domain.account;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The secrets of users' authenticator apps. */
public interface TotpSecrets {
    CompletionStage<Optional<byte[]>> find(UserId user);

    /** Uses up the password of a step. True once at most per step, and never for one before a step that was used. */
    CompletionStage<Boolean> use(UserId user, long step);

    /** Sets the user's secret in place of an earlier one. False when there is no such user. */
    CompletionStage<Boolean> set(PhoneNumber phone, byte[] secret);

    /** Removes the user's secret. False when there was none. */
    CompletionStage<Boolean> remove(PhoneNumber phone);
}
