package io.nightmarket.domain.account;

import io.nightmarket.domain.base.Hmac;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/**
 * Keyed digests (HMAC-SHA-256) of login codes, bound to the phone. Six digits are quickly tried through, so a plain
 * hash would hide nothing from a reader of the store; without the key this one does.
 */
public final class CodeDigests {
    private final Hmac hmac;

    /** @param keys the first one makes digests */
    public CodeDigests(byte[]... keys) {
        this.hmac = Hmac.sha256(keys);
    }

    String digest(PhoneNumber phone, String code) {
        return accepted(phone, code).getFirst();
    }

    /** The digests that a code may have been issued with. */
    List<String> accepted(PhoneNumber phone, String code) {
        byte[] text = (phone.value() + ':' + code).getBytes(StandardCharsets.UTF_8);
        return hmac.accepted(text).stream().map(HexFormat.of()::formatHex).toList();
    }
}
