package io.nightmarket.redis.lock;

import io.nightmarket.domain.failure.Corrupt;
import java.time.Duration;

/**
 * A message of the scripts to a waiter.
 *
 * @param askAgainIn it is worth asking again after this time; at once when the key is reserved for the holder
 * @param name of the key, its kind with it
 */
record Call(Duration askAgainIn, String holder, int units, String name) {
    private static final int PARTS = 4;

    static Call parse(String message) {
        String[] parts = message.split(" ", PARTS);
        try {
            return new Call(
                    Duration.ofMillis(Long.parseLong(parts[0])), parts[1], Integer.parseInt(parts[2]), parts[3]);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new Corrupt("not a call to a waiter: " + message, e);
        }
    }

    /** Whether something is kept free for the holder. */
    boolean isReservation() {
        return askAgainIn.isZero();
    }
}
