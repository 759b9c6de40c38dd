package io.nightmarket.domain.waitingroom;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.voucher.VoucherId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs tickets and passes by HMAC-SHA-256, bound to a user and a sale, and draws the numbers of those who come before a sale
 * opens. Without the key no pass can be made, and no number known before the opening.
 */
public final class RoomTokens {
    private static final String ALGORITHM = "HmacSHA256";
    private static final Pattern FORM = Pattern.compile("(\\d{1,16})\\.(\\d{1,15})\\.([A-Za-z0-9_-]{22})");
    private static final int SIGNATURE_BYTES = 16;

    /** Below all numbers of those who come later, which are microseconds since 1970. */
    private static final long DRAWS = 1L << 48;

    private final SecretKeySpec key;

    /** @param key random, 32 bytes or more, the same on all nodes */
    public RoomTokens(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /** What a text of ours says: the number of a ticket, and until when the text counts. */
    record Signed(long number, Instant until) {}

    private enum Kind {
        TICKET,
        PASS,
        DRAW
    }

    /** The number of a user who comes before the opening: random, from 1 on, and the same at every call. */
    long draw(VoucherId sale, UserId user) {
        long hash = ByteBuffer.wrap(mac(Kind.DRAW, sale, user, "")).getLong();
        return 1 + Long.remainderUnsigned(hash, DRAWS - 1);
    }

    String ticket(VoucherId sale, UserId user, Signed content) {
        return text(Kind.TICKET, sale, user, content);
    }

    String pass(VoucherId sale, UserId user, Signed content) {
        return text(Kind.PASS, sale, user, content);
    }

    Optional<Signed> readTicket(VoucherId sale, UserId user, String text) {
        return read(Kind.TICKET, sale, user, text);
    }

    Optional<Signed> readPass(VoucherId sale, UserId user, String text) {
        return read(Kind.PASS, sale, user, text);
    }

    private String text(Kind kind, VoucherId sale, UserId user, Signed content) {
        String plain = content.number() + "." + content.until().toEpochMilli();
        return plain + "." + signature(kind, sale, user, plain);
    }

    /** Empty when it is not ours, or another user's or sale's. */
    private Optional<Signed> read(Kind kind, VoucherId sale, UserId user, String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        String expected = signature(kind, sale, user, form.group(1) + "." + form.group(2));
        return MessageDigest.isEqual(ascii(expected), ascii(form.group(3)))
                ? Optional.of(
                        new Signed(Long.parseLong(form.group(1)), Instant.ofEpochMilli(Long.parseLong(form.group(2)))))
                : Optional.empty();
    }

    private String signature(Kind kind, VoucherId sale, UserId user, String plain) {
        byte[] signature = Arrays.copyOf(mac(kind, sale, user, plain), SIGNATURE_BYTES);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
    }

    private byte[] mac(Kind kind, VoucherId sale, UserId user, String plain) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(ascii(kind.name() + "." + sale.value() + "." + user.value() + "." + plain));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
