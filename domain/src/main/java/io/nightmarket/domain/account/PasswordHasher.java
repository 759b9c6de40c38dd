package io.nightmarket.domain.account;

import java.util.concurrent.CompletionStage;

/**
 * Turns passwords into hashes. Each call takes a while, off the caller's thread, and waits behind those of the same network, as {@link
 * Requester#address}, more than behind others; fails with {@code Unavailable} when too many wait.
 */
public interface PasswordHasher {
    /** A new hash, with a salt of its own, of 128 characters at most. */
    CompletionStage<String> hash(String password, String network);

    /**
     * Compares a password with a hash of this hasher or an older one. Takes as long for a wrong password, an older hash and one that
     * can't be read, which fits no password.
     */
    CompletionStage<Boolean> matches(String password, String hash, String network);

    /** Whether this hash is as {@link #hash} makes them today. */
    boolean isCurrent(String hash);

    /** A hash that no password fits, for phones without one. */
    String unmatched();
}
