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
    private final long startHigh;
    private final long startLow;
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
            ByteBuffer start = ByteBuffer.wrap(aes().doFinal(parameters));
            this.startHigh = start.getLong();
            this.startLow = start.getLong();
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    long encrypt(long number) {
        return encrypt(new long[] {number})[0];
    }

    /** Encrypts each. What one round of all needs is one call of the cipher, whose calls cost more than its blocks. */
    long[] encrypt(long[] numbers) {
        long[] left = new long[numbers.length];
        long[] right = new long[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            check(numbers[i]);
            left[i] = numbers[i] >>> RIGHT_BITS;
            right[i] = numbers[i] & mask(RIGHT_BITS);
        }
        Scrambler scrambler = new Scrambler(numbers.length);
        for (int round = 0; round < ROUNDS; round++) {
            scrambler.scramble(round, right);
            for (int i = 0; i < numbers.length; i++) {
                long next = left[i] + scrambler.get(i) & mask(width(round));
                left[i] = right[i];
                right[i] = next;
            }
        }
        for (int i = 0; i < numbers.length; i++) {
            left[i] = left[i] << RIGHT_BITS | right[i];
        }
        return left;
    }

    long decrypt(long number) {
        check(number);
        Scrambler scrambler = new Scrambler(1);
        long a = number >>> RIGHT_BITS;
        long b = number & mask(RIGHT_BITS);
        for (int round = ROUNDS - 1; round >= 0; round--) {
            scrambler.scramble(round, a);
            long c = b - scrambler.get(0) & mask(width(round));
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

    /** The first 8 bytes of CBC-MAC over the parameters, the round and one half, for several halves at once. */
    private final class Scrambler {
        private final Cipher aes = ciphers.get();
        private final ByteBuffer blocks;
        private final ByteBuffer scrambled;

        Scrambler(int count) {
            this.blocks = ByteBuffer.allocate(count * BLOCK);
            this.scrambled = ByteBuffer.allocate(count * BLOCK);
        }

        void scramble(int round, long... halves) {
            for (int i = 0; i < halves.length; i++) {
                blocks.putLong(i * BLOCK, startHigh);
                blocks.putLong(i * BLOCK + Long.BYTES, startLow ^ (long) round << RIGHT_BITS ^ halves[i]);
            }
            try {
                int _ = aes.doFinal(blocks.array(), 0, blocks.capacity(), scrambled.array());
            } catch (GeneralSecurityException e) {
                throw missing(e);
            }
        }

        long get(int i) {
            return scrambled.getLong(i * BLOCK);
        }
    }

    /** Each block is encrypted by itself, so there is nothing to chain: CBC-MAC is made by hand. */
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
