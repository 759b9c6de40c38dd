package io.nightmarket.domain.account;

import java.util.concurrent.CompletionStage;

/** Turns passwords into hashes. Each call takes a while, off the caller's thread; fails with {@code Unavailable} when too many wait. */
public interface PasswordHasher {
    /** A new hash, with a salt of its own, of 128 characters at most. */
    CompletionStage<String> hash(String password);

    /**
     * Compares a password with a hash of this hasher or an older one. Takes as long for a wrong password, an older hash and one that
     * can't be read, which fits no password.
     */
    CompletionStage<Boolean> matches(String password, String hash);

    /** Whether this hash is as {@link #hash} makes them today. */
    boolean isCurrent(String hash);

    /** A hash that no password fits, for phones without one. */
    String unmatched();
}
