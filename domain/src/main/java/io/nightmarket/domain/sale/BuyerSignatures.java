package io.nightmarket.domain.sale;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Hmac;
import io.nightmarket.domain.shop.VoucherId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;

/** Signs texts by HMAC-SHA-256, bound to a buyer, a sale and a purpose. Without the key no signature can be made. */
public final class BuyerSignatures {
    private static final int BYTES = 16;

    private final Hmac hmac;

    /** @param keys random, 32 bytes or more, the same on all nodes; the first one signs, and signatures of each match */
    public BuyerSignatures(byte[]... keys) {
        this.hmac = Hmac.sha256(keys);
    }

    /** 128 bits as 22 characters of Base64 for URLs. */
    public String sign(String purpose, VoucherId sale, UserId buyer, String text) {
        return text(mac(purpose, sale, buyer, text));
    }

    private static String text(byte[] mac) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(mac, BYTES));
    }

    /** Whether {@link #sign} gives this signature; takes as long for any signature of that length. */
    public boolean matches(String signature, String purpose, VoucherId sale, UserId buyer, String text) {
        byte[] given = signature.getBytes(StandardCharsets.UTF_8);
        return hmac.accepted(plain(purpose, sale, buyer, text)).stream()
                .anyMatch(mac -> MessageDigest.isEqual(given, text(mac).getBytes(StandardCharsets.UTF_8)));
    }

    /** The whole code of a text. */
    public byte[] mac(String purpose, VoucherId sale, UserId buyer, String text) {
        return hmac.of(plain(purpose, sale, buyer, text));
    }

    private static byte[] plain(String purpose, VoucherId sale, UserId buyer, String text) {
        String plain = purpose + "." + sale.value() + "." + buyer.value() + "." + text;
        return plain.getBytes(StandardCharsets.UTF_8);
    }
}
