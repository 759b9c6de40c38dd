package io.nightmarket.domain.account;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.nightmarket.domain.base.Hmac;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.OptionalLong;

/** Time-based one-time passwords of six digits as authenticator apps make them: RFC 6238 with HMAC-SHA-1. */
public final class Totp {
    /** A password holds for this long, and once. */
    public static final Duration STEP = Duration.ofSeconds(30);

    private Totp() {}

    /** The password of the step with this number, counted from the epoch. */
    public static String at(byte[] secret, long step) {
        byte[] hash = Hmac.sha1(secret)
                .of(ByteBuffer.allocate(Long.BYTES).putLong(step).array());
        int offset = hash[hash.length - 1] & 0xf;
        int bits = ByteBuffer.wrap(hash, offset, Integer.BYTES).getInt() & Integer.MAX_VALUE;
        return String.format(Locale.ROOT, "%06d", bits % 1_000_000);
    }

    /** The step that a password is of: the present one or a neighbour, since clocks differ. Empty for a wrong password. */
    public static OptionalLong stepOf(byte[] secret, String password, Instant now) {
        long present = now.getEpochSecond() / STEP.toSeconds();
        for (long step = present - 1; step <= present + 1; step++) {
            if (MessageDigest.isEqual(at(secret, step).getBytes(UTF_8), password.getBytes(UTF_8))) {
                return OptionalLong.of(step);
            }
        }
        return OptionalLong.empty();
    }
}
