package io.nightmarket.domain.sale;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.voucher.VoucherId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs texts by HMAC-SHA-256, bound to a buyer, a sale and a purpose. Without the key no signature can be made. */
public final class BuyerSignatures {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 16;

    private final SecretKeySpec key;

    /** @param key random, 32 bytes or more, the same on all nodes */
    public BuyerSignatures(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /** 128 bits as 22 characters of Base64 for URLs. */
    public String sign(String purpose, VoucherId sale, UserId buyer, String text) {
        byte[] signature = Arrays.copyOf(mac(purpose, sale, buyer, text), BYTES);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
    }

    /** Whether {@link #sign} gives this signature; takes as long for any signature of that length. */
    public boolean matches(String signature, String purpose, VoucherId sale, UserId buyer, String text) {
        return MessageDigest.isEqual(
                signature.getBytes(StandardCharsets.UTF_8),
                sign(purpose, sale, buyer, text).getBytes(StandardCharsets.UTF_8));
    }

    /** The whole code of a text. */
    public byte[] mac(String purpose, VoucherId sale, UserId buyer, String text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            String plain = purpose + "." + sale.value() + "." + buyer.value() + "." + text;
            return mac.doFinal(plain.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
