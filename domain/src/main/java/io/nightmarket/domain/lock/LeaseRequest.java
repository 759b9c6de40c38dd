package io.nightmarket.domain.lock;

import java.time.Duration;

/**
 * A holder's request for a key.
 *
 * @param holder unique among all requests ever made, so that a request may be repeated; has no blanks
 * @param lease its length, from the grant or the last renewal
 * @param waitTimeout how long the request may be queued; zero: not at all
 */
public record LeaseRequest(String key, String holder, Duration lease, Duration waitTimeout) {
    public static final int MAX_KEY_LENGTH = 200;

    public LeaseRequest {
        if (key.isEmpty() || key.length() > MAX_KEY_LENGTH) {
            throw new IllegalArgumentException(
                    "a lock's key has 1 to " + MAX_KEY_LENGTH + " characters, not " + key.length());
        }
        if (holder.isEmpty() || holder.indexOf(' ') >= 0) {
            throw new IllegalArgumentException("a holder's name is not empty and has no blanks: " + holder);
        }
    }

    /** This request, to be queued for up to this time. */
    public LeaseRequest waiting(Duration timeout) {
        return new LeaseRequest(key, holder, lease, timeout);
    }
}
