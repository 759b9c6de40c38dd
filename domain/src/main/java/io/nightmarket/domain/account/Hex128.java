package io.nightmarket.domain.account;

import java.util.HexFormat;
import java.util.random.RandomGenerator;

/** 128 random bits in 32 hexadecimal digits. */
final class Hex128 {
    static final int DIGITS = 32;

    private Hex128() {}

    static String random(RandomGenerator secureRandom) {
        byte[] bits = new byte[DIGITS / 2];
        secureRandom.nextBytes(bits);
        return HexFormat.of().formatHex(bits);
    }

    /** By hand: every token that is checked names a session by one. */
    static boolean isForm(String text) {
        if (text.length() != DIGITS) {
            return false;
        }
        for (int i = 0; i < DIGITS; i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return true;
    }
}
