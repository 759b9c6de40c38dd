package io.nightmarket.domain.account;

import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** 128 random bits in 32 hexadecimal digits. Whoever knows it is not yet logged in: tokens carry it signed. */
public record SessionId(String value) {
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{32}");

    public SessionId {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("not a session id");
        }
    }

    public static SessionId random(RandomGenerator secureRandom) {
        byte[] bits = new byte[16];
        secureRandom.nextBytes(bits);
        return new SessionId(HexFormat.of().formatHex(bits));
    }

    public static Optional<SessionId> parse(@Nullable String text) {
        return text != null && FORM.matcher(text).matches() ? Optional.of(new SessionId(text)) : Optional.empty();
    }
}
