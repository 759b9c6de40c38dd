package io.nightmarket.domain.order.outbox;

import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/**
 * An address that events are sent to, one message after the other.
 *
 * @param cursor the last event that was delivered
 * @param batchEnd the last event of the message that was begun; it is repeated as it was until it is taken
 * @param failures in a row
 */
public record Webhook(
        long id,
        String url,
        Secret secret,
        long cursor,
        OptionalLong batchEnd,
        int failures,
        Optional<Instant> failingSince,
        Optional<String> lastError) {
    /** This address once it has the events up to this one. */
    Webhook deliveredTo(long event) {
        return new Webhook(id, url, secret, event, OptionalLong.empty(), 0, Optional.empty(), Optional.empty());
    }

    /** The key of the signatures. */
    public record Secret(String base64) {
        private static final int BYTES = 32;

        /** A new one. */
        public static Secret random(RandomGenerator secureRandom) {
            byte[] key = new byte[BYTES];
            secureRandom.nextBytes(key);
            return new Secret(Base64.getEncoder().encodeToString(key));
        }

        public byte[] key() {
            return Base64.getDecoder().decode(base64);
        }

        @Override
        public String toString() {
            return "***";
        }
    }
}
