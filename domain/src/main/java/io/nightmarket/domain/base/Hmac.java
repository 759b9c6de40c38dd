package io.nightmarket.domain.base;

import java.security.GeneralSecurityException;
import java.util.List;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Codes of messages, which no other key gives (RFC 2104). Safe for use by several threads. */
public final class Hmac {
    private final List<SecretKeySpec> keys;

    private Hmac(String algorithm, byte[]... keys) {
        this.keys =
                Stream.of(keys).map(key -> new SecretKeySpec(key, algorithm)).toList();
    }

    /**
     * Codes of 32 bytes.
     *
     * @param keys the first one makes codes; those of each are accepted
     */
    public static Hmac sha256(byte[]... keys) {
        return new Hmac("HmacSHA256", keys);
    }

    /** Codes of 20 bytes, for protocols that ask for them. */
    public static Hmac sha1(byte[] key) {
        return new Hmac("HmacSHA1", key);
    }

    /** The code of the parts, one after the other. */
    public byte[] of(byte[]... parts) {
        return of(keys.getFirst(), parts);
    }

    /** The codes under each key, that of {@link #of} first. */
    public List<byte[]> accepted(byte[]... parts) {
        return keys.stream().map(key -> of(key, parts)).toList();
    }

    private static byte[] of(SecretKeySpec key, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(key.getAlgorithm());
            mac.init(key);
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + key.getAlgorithm(), e);
        }
    }
}
