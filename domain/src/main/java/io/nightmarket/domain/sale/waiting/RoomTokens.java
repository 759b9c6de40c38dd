package io.nightmarket.domain.sale.waiting;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.sale.BuyerSignatures;
import io.nightmarket.domain.shop.VoucherId;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Signs tickets and passes, bound to a user and a sale, and draws the numbers of those who come before a sale
 * opens. Without the key no pass can be made, and no number known before the opening.
 */
public final class RoomTokens {
    private static final Pattern FORM = Pattern.compile("(\\d{1,16})\\.(\\d{1,15})\\.([A-Za-z0-9_-]{22})");

    /** Below all numbers of those who come later, which are microseconds since 1970. */
    private static final long DRAWS = 1L << 48;

    private final BuyerSignatures signatures;

    public RoomTokens(BuyerSignatures signatures) {
        this.signatures = signatures;
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
        long hash = ByteBuffer.wrap(signatures.mac(Kind.DRAW.name(), sale, user, ""))
                .getLong();
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
        return plain + "." + signatures.sign(kind.name(), sale, user, plain);
    }

    /** Empty when it is not ours, or another user's or sale's. */
    private Optional<Signed> read(Kind kind, VoucherId sale, UserId user, String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        String plain = form.group(1) + "." + form.group(2);
        return signatures.matches(form.group(3), kind.name(), sale, user, plain)
                ? Optional.of(
                        new Signed(Long.parseLong(form.group(1)), Instant.ofEpochMilli(Long.parseLong(form.group(2)))))
                : Optional.empty();
    }
}
