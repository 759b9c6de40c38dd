package io.nightmarket.domain.account;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** 128 random bits in 32 hexadecimal digits. Knowing it does not log in: tokens carry it signed. */
public record SessionId(String value) {
    public SessionId {
        if (!Hex128.isForm(value)) {
            throw new IllegalArgumentException("not a session id");
        }
    }

    public static SessionId random(RandomGenerator secureRandom) {
        return new SessionId(Hex128.random(secureRandom));
    }

    public static Optional<SessionId> parse(@Nullable String text) {
        return text != null && Hex128.isForm(text) ? Optional.of(new SessionId(text)) : Optional.empty();
    }

    /** Names the session to its user: sixteen digits of its digest, which lead to no token. */
    public String handle() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
