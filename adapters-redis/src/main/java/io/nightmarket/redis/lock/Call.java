package io.nightmarket.redis.lock;

import io.nightmarket.domain.failure.Corrupt;

/**
 * A message of the scripts to a waiter: something is reserved for it.
 *
 * @param units of the key
 * @param name of the key, its kind with it
 */
record Call(String holder, int units, String name) {
    private static final int PARTS = 3;

    static Call parse(String message) {
        String[] parts = message.split(" ", PARTS);
        try {
            return new Call(parts[0], Integer.parseInt(parts[1]), parts[2]);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new Corrupt("not a call to a waiter: " + message, e);
        }
    }
}
