package io.nightmarket.domain.account;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * 128 random bits, as text 32 hexadecimal digits. Knowing it does not log in: tokens carry it signed.
 *
 * @param high the first 16 digits
 * @param low the others
 */
public record SessionId(long high, long low) {
    public static SessionId random(RandomGenerator secureRandom) {
        return new SessionId(secureRandom.nextLong(), secureRandom.nextLong());
    }

    /** The session with this text; throws {@code IllegalArgumentException} when it is none. */
    public static SessionId of(String text) {
        return parse(text).orElseThrow(() -> new IllegalArgumentException("not a session id"));
    }

    /** As {@link #of}; nothing when the text is none. */
    public static Optional<SessionId> parse(@Nullable String text) {
        return text != null && Hex128.isForm(text)
                ? Optional.of(new SessionId(
                        HexFormat.fromHexDigitsToLong(text, 0, Hex128.DIGITS / 2),
                        HexFormat.fromHexDigitsToLong(text, Hex128.DIGITS / 2, Hex128.DIGITS)))
                : Optional.empty();
    }

    /** The text. */
    public String value() {
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }

    /** Names the session to its user: sixteen digits of its digest, which lead to no token. */
    public String handle() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(value().getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return value();
    }
}
