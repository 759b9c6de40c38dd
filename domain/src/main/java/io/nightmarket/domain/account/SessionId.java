package io.nightmarket.domain.account;

import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** 128 random bits in 32 hexadecimal digits. Knowing it does not log in: tokens carry it signed. */
public record SessionId(String value) {
    private static final int DIGITS = 32;

    public SessionId {
        if (!isForm(value)) {
            throw new IllegalArgumentException("not a session id");
        }
    }

    public static SessionId random(RandomGenerator secureRandom) {
        byte[] bits = new byte[16];
        secureRandom.nextBytes(bits);
        return new SessionId(HexFormat.of().formatHex(bits));
    }

    public static Optional<SessionId> parse(@Nullable String text) {
        return text != null && isForm(text) ? Optional.of(new SessionId(text)) : Optional.empty();
    }

    /** By hand: every token that is checked names one. */
    private static boolean isForm(String text) {
        if (text.length() != DIGITS) {
            return false;
        }
        for (int i = 0; i < DIGITS; i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return true;
    }
}
