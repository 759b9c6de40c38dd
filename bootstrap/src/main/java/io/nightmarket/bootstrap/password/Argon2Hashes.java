package io.nightmarket.bootstrap.password;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/** Argon2id with the smallest settings that OWASP recommends: 19 MiB of memory, two passes, one lane. */
final class Argon2Hashes {
    private static final int MEMORY_KIB = 19_456;
    private static final int PASSES = 2;
    private static final int LANES = 1;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;

    /** Stronger settings than these are not computed: they would keep a worker too long. */
    private static final int MAX_MEMORY_KIB = 4 * MEMORY_KIB;

    private static final int MAX_PASSES = 10;
    private static final Pattern FORM = Pattern.compile(
            "\\$argon2id\\$v=19\\$m=(\\d{1,6}),t=(\\d{1,2}),p=(1)\\$([A-Za-z0-9+/]{11,64})\\$([A-Za-z0-9+/]{16,88})");
    private static final String CURRENT = "$argon2id$v=19$m=" + MEMORY_KIB + ",t=" + PASSES + ",p=" + LANES + '$';

    private Argon2Hashes() {}

    static String hash(String password, RandomGenerator secureRandom) {
        byte[] salt = randomBytes(SALT_BYTES, secureRandom);
        return text(salt, compute(password, salt, MEMORY_KIB, PASSES, HASH_BYTES));
    }

    /** Matches no password; a comparison with it takes as long as with another hash. */
    static String unmatched(RandomGenerator secureRandom) {
        return text(randomBytes(SALT_BYTES, secureRandom), randomBytes(HASH_BYTES, secureRandom));
    }

    private static byte[] randomBytes(int length, RandomGenerator secureRandom) {
        byte[] bytes = new byte[length];
        secureRandom.nextBytes(bytes);
        return bytes;
    }

    private static String text(byte[] salt, byte[] hash) {
        Base64.Encoder text = Base64.getEncoder().withoutPadding();
        return CURRENT + text.encodeToString(salt) + '$' + text.encodeToString(hash);
    }

    static boolean isCurrent(String hash) {
        return hash.startsWith(CURRENT);
    }

    /** Empty for a text that is no such hash. */
    static Optional<Boolean> matches(String password, String hash) {
        return FORM.matcher(hash)
                .results()
                .filter(found -> found.end() == hash.length() && found.start() == 0)
                .findFirst()
                .flatMap(parts -> matches(password, parts));
    }

    private static Optional<Boolean> matches(String password, MatchResult parts) {
        int memory = Integer.parseInt(parts.group(1));
        int passes = Integer.parseInt(parts.group(2));
        if (memory < 8 || memory > MAX_MEMORY_KIB || passes < 1 || passes > MAX_PASSES) {
            return Optional.empty();
        }
        try {
            byte[] expected = Base64.getDecoder().decode(parts.group(5));
            byte[] salt = Base64.getDecoder().decode(parts.group(4));
            byte[] computed = compute(password, salt, memory, passes, expected.length);
            return Optional.of(MessageDigest.isEqual(expected, computed));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static byte[] compute(String password, byte[] salt, int memory, int passes, int length) {
        Argon2BytesGenerator generator = new Argon2BytesGenerator();
        generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withMemoryAsKB(memory)
                .withIterations(passes)
                .withParallelism(LANES)
                .withSalt(salt)
                .build());
        byte[] hash = new byte[length];
        generator.generateBytes(password.getBytes(StandardCharsets.UTF_8), hash);
        return hash;
    }
}
