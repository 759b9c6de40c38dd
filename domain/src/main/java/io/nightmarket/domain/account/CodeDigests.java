package io.nightmarket.domain.account;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Keyed digests (HMAC-SHA-256) of login codes, bound to the phone. Six digits are quickly tried through, so a plain
 * hash would hide nothing from a reader of the store; without the key this one does.
 */
public final class CodeDigests {
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    public CodeDigests(byte[] secret) {
        this.key = new SecretKeySpec(secret, ALGORITHM);
    }

    String digest(PhoneNumber phone, String code) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            byte[] text = (phone.value() + ':' + code).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(mac.doFinal(text));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
