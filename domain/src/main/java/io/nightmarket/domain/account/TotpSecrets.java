package io.nightmarket.domain.account;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The secrets of users' authenticator apps. */
public interface TotpSecrets {
    /** Wrong passwords of a user on one day, UTC by the store's clock; then none is right until the next. */
    int MAX_WRONG = 5;

    CompletionStage<Optional<byte[]>> find(UserId user);

    /**
     * Uses up the password of a step of this secret, and forgets the wrong ones. True once at most per step, never for one
     * before a step that was used, nor after {@link #MAX_WRONG} wrong passwords that day, nor for a secret that was
     * replaced. One atomic step.
     */
    CompletionStage<Boolean> use(UserId user, byte[] secret, long step);

    /** Counts a wrong password. */
    CompletionStage<Void> countWrong(UserId user);

    /** Sets the user's secret in place of an earlier one, without wrong passwords. False when there is no such user. */
    CompletionStage<Boolean> set(PhoneNumber phone, byte[] secret);

    /** Removes the user's secret. False when there was none. */
    CompletionStage<Boolean> remove(PhoneNumber phone);
}
