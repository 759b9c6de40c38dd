package io.nightmarket.domain.lock;

import java.time.Duration;

/**
 * Who wants which key, and for how long.
 *
 * @param holder differs from that of every other claim that ever was, so that asking again is harmless; without blanks
 * @param lease from when the key is got or renewed
 * @param patience how long this claim may be queued; zero means that it is not
 */
public record Claim(String key, String holder, Duration lease, Duration patience) {
    public static final int LONGEST_KEY = 200;

    public Claim {
        if (key.isEmpty() || key.length() > LONGEST_KEY) {
            throw new IllegalArgumentException(
                    "a lock's key has 1 to " + LONGEST_KEY + " characters, not " + key.length());
        }
        if (holder.isEmpty() || holder.indexOf(' ') >= 0) {
            throw new IllegalArgumentException("a holder's name has no blanks, and is not empty: " + holder);
        }
    }

    /** The same claim, queued for up to this time. */
    public Claim patient(Duration time) {
        return new Claim(key, holder, lease, time);
    }
}
