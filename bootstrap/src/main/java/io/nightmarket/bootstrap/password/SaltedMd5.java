package io.nightmarket.bootstrap.password;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** Hashes of hm-dianping: the salt, {@code @}, and the MD5 of password and salt in hexadecimal digits. */
final class SaltedMd5 {
    private SaltedMd5() {}

    static boolean matches(String password, String hash) {
        int at = hash.indexOf('@');
        if (at < 0) {
            return false;
        }
        byte[] expected = hash.substring(at + 1).toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
        byte[] computed = md5(password + hash.substring(0, at)).getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(expected, computed);
    }

    private static String md5(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has MD5", e);
        }
    }
}
