package io.nightmarket.domain.order;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;

/**
 * A keyed permutation of the numbers of 63 bits: FF1 of NIST SP 800-38G for radix 2, 63 digits and an empty tweak, with
 * AES-256. For these the standard's arithmetic is that of the JDK's own numbers, and its first block is the same for
 * all, so a number costs ten blocks of AES. The key is derived by HKDF-SHA-256 (RFC 5869). Safe for use by several
 * threads.
 */
final class Permutation63 {
    private static final int ROUNDS = 10;
    private static final int LEFT_BITS = 31;
    private static final int RIGHT_BITS = 32;
    private static final int BITS = LEFT_BITS + RIGHT_BITS;
    private static final int KEY_BYTES = 32;
    private static final int BLOCK = 16;

    private final SecretKey key;
    private final byte[] start;
    private final ThreadLocal<Cipher> ciphers = ThreadLocal.withInitial(this::aes);

    /** @param purpose keeps the key apart from others of the same secret */
    Permutation63(byte[] secret, String purpose) {
        try {
            this.key = KDF.getInstance("HKDF-SHA256")
                    .deriveKey(
                            "AES",
                            HKDFParameterSpec.ofExtract()
                                    .addIKM(secret)
                                    .thenExpand(purpose.getBytes(StandardCharsets.US_ASCII), KEY_BYTES));
            // Version 1, method 2, addition 1; radix; rounds; length of the left half; digits; length of the tweak.
            byte[] parameters = ByteBuffer.allocate(BLOCK)
                    .put(new byte[] {1, 2, 1, 0, 0, 2, ROUNDS, LEFT_BITS})
                    .putInt(BITS)
                    .putInt(0)
                    .array();
            this.start = aes().doFinal(parameters);
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    long encrypt(long number) {
        check(number);
        Cipher aes = ciphers.get();
        long a = number >>> RIGHT_BITS;
        long b = number & mask(RIGHT_BITS);
        for (int round = 0; round < ROUNDS; round++) {
            long c = a + scramble(aes, round, b) & mask(width(round));
            a = b;
            b = c;
        }
        return a << RIGHT_BITS | b;
    }

    long decrypt(long number) {
        check(number);
        Cipher aes = ciphers.get();
        long a = number >>> RIGHT_BITS;
        long b = number & mask(RIGHT_BITS);
        for (int round = ROUNDS - 1; round >= 0; round--) {
            long c = b - scramble(aes, round, a) & mask(width(round));
            b = a;
            a = c;
        }
        return a << RIGHT_BITS | b;
    }

    private static void check(long number) {
        if (number < 0) {
            throw new IllegalArgumentException("no number of 63 bits: " + number);
        }
    }

    /** The halves take turns: what is made in an even round takes the place of the left one. */
    private static int width(int round) {
        return round % 2 == 0 ? LEFT_BITS : RIGHT_BITS;
    }

    private static long mask(int bits) {
        return (1L << bits) - 1;
    }

    /** The first 8 bytes of CBC-MAC over the parameters, the round and one half. */
    private long scramble(Cipher aes, int round, long half) {
        ByteBuffer block = ByteBuffer.allocate(BLOCK).put(start);
        byte[] bytes = block.array();
        bytes[BLOCK - 5] ^= (byte) round;
        block.putInt(BLOCK - 4, block.getInt(BLOCK - 4) ^ (int) half);
        try {
            return ByteBuffer.wrap(aes.doFinal(bytes)).getLong();
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    /** One block at a time is all that is encrypted, so there is nothing to chain: CBC-MAC is made by hand. */
    private Cipher aes() {
        try {
            Cipher aes = Cipher.getInstance("AES/ECB/NoPadding");
            aes.init(Cipher.ENCRYPT_MODE, key);
            return aes;
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    private static IllegalStateException missing(GeneralSecurityException e) {
        return new IllegalStateException("every JDK has AES and HKDF", e);
    }
}
