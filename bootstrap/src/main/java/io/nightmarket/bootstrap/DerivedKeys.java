package io.nightmarket.bootstrap;

import io.nightmarket.bootstrap.config.SharedSettings;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;

/**
 * One key for each purpose, derived from the one secret by HKDF-SHA-256 (RFC 5869): from none another can be computed. Behind
 * each stands that of the other secret, if there is one: what was made with it is accepted.
 */
public final class DerivedKeys {
    private static final String TOKENS = "nightmarket token signature 1";
    private static final String LOGIN_CODES = "nightmarket login code digest 1";
    private static final String PAYMENT_NOTIFICATIONS = "nightmarket payment notification 1";
    private static final String WAITING_ROOMS = "nightmarket waiting room 1";
    private static final String PURCHASE_PATHS = "nightmarket purchase path 1";
    private static final String DIGESTS = "nightmarket secret digest 1";
    private static final int BYTES = 32;
    private static final int DIGEST_BYTES = 8;

    private final byte[] numbers;
    private final List<byte[]> secrets;

    /** @param secret random, 32 bytes or more, the same on all nodes */
    public DerivedKeys(byte[] secret) {
        this(secret, secret);
    }

    /**
     * @param numbers the secret of order numbers
     * @param secrets the secret in use, and others that are accepted
     */
    DerivedKeys(byte[] numbers, byte[]... secrets) {
        this.numbers = numbers.clone();
        this.secrets = Stream.of(secrets).map(byte[]::clone).toList();
    }

    /** Signs tokens. */
    public byte[][] tokens() {
        return derived(TOKENS);
    }

    /** Digests login codes. */
    public byte[][] loginCodes() {
        return derived(LOGIN_CODES);
    }

    /** Signs notifications of the sandbox gateway. */
    public byte[][] paymentNotifications() {
        return derived(PAYMENT_NOTIFICATIONS);
    }

    /** Signs tickets and passes of waiting rooms, and draws numbers. */
    public byte[][] waitingRooms() {
        return derived(WAITING_ROOMS);
    }

    /** Signs purchase paths. */
    public byte[][] purchasePaths() {
        return derived(PURCHASE_PATHS);
    }

    /** The secret itself: {@code OrderNumbers} derives its key of it in the same way, for a purpose of its own. */
    public byte[] orderNumbers() {
        return numbers.clone();
    }

    /**
     * By which nodes compare their secrets, under the settings' keys; from a digest nothing else can be computed. Behind that of the
     * secret in use comes that of the other one.
     */
    public Map<String, String> digests() {
        return Map.of(
                SharedSettings.SECRET,
                Stream.of(derived(DIGESTS)).map(DerivedKeys::digest).collect(Collectors.joining(" ")),
                SharedSettings.NUMBER_SECRET,
                digest(derived(DIGESTS, numbers)));
    }

    private static String digest(byte[] key) {
        return HexFormat.of().formatHex(key, 0, DIGEST_BYTES);
    }

    private byte[][] derived(String purpose) {
        return secrets.stream().map(secret -> derived(purpose, secret)).toArray(byte[][]::new);
    }

    private static byte[] derived(String purpose, byte[] secret) {
        try {
            return KDF.getInstance("HKDF-SHA256")
                    .deriveData(HKDFParameterSpec.ofExtract()
                            .addIKM(secret)
                            .thenExpand(purpose.getBytes(StandardCharsets.US_ASCII), BYTES));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK from 25 on has HKDF-SHA256", e);
        }
    }
}
