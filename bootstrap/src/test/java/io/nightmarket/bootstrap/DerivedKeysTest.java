package io.nightmarket.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderNumbers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

final class DerivedKeysTest {
    private static final byte[] SECRET = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.UTF_8);

    private final DerivedKeys keys = new DerivedKeys(SECRET);

    @Test
    void noPurposeHasTheKeyOfAnotherOrTheSecret() {
        List<byte[]> all = List.of(
                SECRET,
                keys.tokens()[0],
                keys.loginCodes()[0],
                keys.waitingRooms()[0],
                keys.purchasePaths()[0],
                keys.paymentNotifications()[0]);
        for (int i = 0; i < all.size(); i++) {
            for (int j = 0; j < i; j++) {
                assertFalse(Arrays.equals(all.get(i), all.get(j)), i + " and " + j);
            }
        }
    }

    /** Extract and expand as RFC 5869 writes them, for one block: what nodes of another version must find, too. */
    @Test
    void keysAreThoseOfTheStandard() throws GeneralSecurityException {
        byte[] extracted = hmac(new byte[32], SECRET);
        assertArrayEquals(hmac(extracted, info("nightmarket token signature 1")), keys.tokens()[0]);
        assertArrayEquals(hmac(extracted, info("nightmarket login code digest 1")), keys.loginCodes()[0]);
    }

    /** Made before there was a key for each purpose. */
    @Test
    void orderNumbersOfOldStandForTheSameOrders() {
        OrderNumbers numbers = new OrderNumbers(keys.orderNumbers());
        OrderId order = new OrderId(662_437_656_742_854_657L);
        assertEquals("3351605981953730782", numbers.of(order));
        assertEquals(Optional.of(order), numbers.find("3351605981953730782"));
    }

    @Test
    void keysOfAnotherSecretStandBehindAndNumbersHaveOneOfTheirOwn() {
        byte[] next = "fedcba9876543210fedcba9876543210".getBytes(StandardCharsets.UTF_8);
        DerivedKeys rotated = new DerivedKeys(SECRET, next, SECRET);
        DerivedKeys after = new DerivedKeys(SECRET, next);
        assertArrayEquals(new byte[][] {after.tokens()[0], keys.tokens()[0]}, rotated.tokens());
        assertArrayEquals(keys.orderNumbers(), rotated.orderNumbers());
        assertEquals(secretDigest(after) + " " + secretDigest(keys), secretDigest(rotated));
        assertEquals(keys.digests().get("orders.number-secret"), after.digests().get("orders.number-secret"));
        assertTrue(secretDigest(keys).matches("[0-9a-f]{16}"));
    }

    private static String secretDigest(DerivedKeys of) {
        return of.digests().getOrDefault("token.secret", "");
    }

    private static byte[] info(String purpose) {
        byte[] text = purpose.getBytes(StandardCharsets.US_ASCII);
        byte[] block = Arrays.copyOf(text, text.length + 1);
        block[text.length] = 1;
        return block;
    }

    private static byte[] hmac(byte[] key, byte[] text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text);
    }
}
