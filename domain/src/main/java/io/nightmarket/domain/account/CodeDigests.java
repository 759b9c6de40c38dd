package io.nightmarket.domain.account;

import io.nightmarket.domain.crypto.Hmac;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Keyed digests (HMAC-SHA-256) of login codes, bound to the phone. Six digits are quickly tried through, so a plain
 * hash would hide nothing from a reader of the store; without the key this one does.
 */
public final class CodeDigests {
    private final Hmac hmac;

    public CodeDigests(byte[] secret) {
        this.hmac = Hmac.sha256(secret);
    }

    String digest(PhoneNumber phone, String code) {
        byte[] text = (phone.value() + ':' + code).getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(hmac.of(text));
    }
}
