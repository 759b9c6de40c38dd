package io.nightmarket.domain.crypto;

import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Codes of messages under one key, which no other key gives (RFC 2104). Safe for use by several threads. */
public final class Hmac {
    private final SecretKeySpec key;

    private Hmac(String algorithm, byte[] key) {
        this.key = new SecretKeySpec(key, algorithm);
    }

    /** Codes of 32 bytes. */
    public static Hmac sha256(byte[] key) {
        return new Hmac("HmacSHA256", key);
    }

    /** Codes of 20 bytes, for protocols that ask for them. */
    public static Hmac sha1(byte[] key) {
        return new Hmac("HmacSHA1", key);
    }

    /** The code of the parts, one after the other. */
    public byte[] of(byte[]... parts) {
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
