package io.nightmarket.domain.order;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.contract.Suite;
import io.nightmarket.domain.id.IdLayout;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class OrderNumbersTest {
    private static final byte[] SECRET = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final Instant NOON = Instant.parse("2026-06-18T12:00:00Z");

    private final OrderNumbers numbers = new OrderNumbers(SECRET);

    private static OrderId id(long sequence) {
        return new OrderId(IdLayout.compose(NOON, sequence));
    }

    /** What FPEFF1Engine of Bouncy Castle 1.82 made with radix 2, 63 digits and the same key. */
    @ParameterizedTest
    @CsvSource({
        "0, 6106064869174810179",
        "1, 1011446655475507904",
        "2, 5242222043406824732",
        "4294967295, 8908883731503144035",
        "4294967296, 4412708848816756055",
        "662373112750247937, 4542377217744961490",
        "662373112750247938, 9016123885414401073",
        "9223372036854775807, 4405847499562161243"
    })
    void thePermutationIsFf1(long number, long permuted) {
        Permutation63 permutation = new Permutation63(SECRET, "test");

        assertEquals(permuted, permutation.encrypt(number));
        assertEquals(number, permutation.decrypt(permuted));
    }

    @Test
    void thePermutationIsOfPositiveNumbers() {
        Permutation63 permutation = new Permutation63(SECRET, "test");

        assertThrows(IllegalArgumentException.class, () -> permutation.encrypt(-1));
        assertThrows(IllegalArgumentException.class, () -> permutation.decrypt(Long.MIN_VALUE));
    }

    @Test
    void everyIdHasANumberOfItsOwnWhichLeadsBack() {
        Random random = new Random(63);
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < Suite.pick(4_000, 20_000); i++) {
            OrderId id =
                    i % 2 == 0 ? id(i + 1) : new OrderId(i == 1 ? Long.MAX_VALUE : random.nextLong(1, Long.MAX_VALUE));
            String number = numbers.of(id);
            assertTrue(number.matches("[0-9]{19}"), number);
            assertTrue(seen.add(number));
            assertEquals(Optional.of(id), numbers.find(number));
        }
    }

    @Test
    void severalOrdersHaveTheNumbersThatEachHasAlone() {
        Permutation63 permutation = new Permutation63(SECRET, "test");
        Random random = new Random(64);
        for (int count = 0; count < 40; count++) {
            long[] ids = random.longs(count, 0, Long.MAX_VALUE).toArray();
            assertArrayEquals(LongStream.of(ids).map(permutation::encrypt).toArray(), permutation.encrypt(ids));
        }
        assertThrows(IllegalArgumentException.class, () -> permutation.encrypt(new long[] {1, -1}));
    }

    @Test
    void anotherSecretMakesOtherNumbers() {
        byte[] other = SECRET.clone();
        other[0]++;

        assertEquals(numbers.of(id(1)), new OrderNumbers(SECRET).of(id(1)));
        assertNotEquals(numbers.of(id(1)), new OrderNumbers(other).of(id(1)));
        assertNotEquals(Optional.of(id(1)), new OrderNumbers(other).find(numbers.of(id(1))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1",
                "454237721774496149",
                "45423772177449614900",
                "-542377217744961490",
                "454237721774496149x",
                " 454237721774496149",
                "٤٥٤٢٣٧٧٢١٧٧٤٤٩٦١٤٩٠",
                "9223372036854775808",
                "9999999999999999999"
            })
    void whatIsNoNumberOfAnOrderIsToldApart(String text) {
        assertEquals(Optional.empty(), numbers.find(text));
    }

    @Test
    void theNumberThatWouldStandForNoIdIsToldApart() {
        long zero = new Permutation63(SECRET, OrderNumbers.PURPOSE).encrypt(0);

        assertEquals(Optional.empty(), numbers.find("%019d".formatted(zero)));
    }
}
