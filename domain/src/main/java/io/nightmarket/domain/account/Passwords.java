package io.nightmarket.domain.account;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Hashes of users' passwords, in the database. Fails with {@code Unavailable} or {@code TimedOut}. */
public interface Passwords {
    /**
     * A user and the hash of the password.
     *
     * @param hash empty: the user has no password
     */
    record Stored(User user, PhoneNumber phone, String hash) {}

    CompletionStage<Optional<Stored>> find(PhoneNumber phone);

    CompletionStage<Optional<Stored>> find(UserId user);

    /** Sets a hash in place of this one. False when the user is gone, or has another by now. */
    CompletionStage<Boolean> replace(UserId user, String before, String hash);
}
