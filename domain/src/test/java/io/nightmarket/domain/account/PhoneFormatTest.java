package io.nightmarket.domain.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PhoneFormatTest {
    @ParameterizedTest
    @CsvSource({
        "1[3-9][0-9]{9}, 13912345678, 139****5678",
        "[2-9][0-9]{7}, 91234567, 91****67",
        "^0?7[0-9]{9}$, 07123456789, 071****6789",
        "[0-9]+, 123456, 1****6"
    })
    void aNumberThatFitsIsTakenAndShownWithoutItsMiddle(String pattern, String number, String shown) {
        PhoneNumber phone = new PhoneFormat(pattern).parse(number).orElseThrow();
        assertEquals(number, phone.value());
        assertEquals(shown, phone.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "1[3-9][0-9]{9}, 91234567",
        "1[3-9][0-9]{9}, 139123456789",
        "[0-9]+, 123456789012",
        "[0-9]+, 12345",
        ".*, +85291234567",
        ".*, 1391234567x",
        ".*, ''"
    })
    void aNumberThatDoesNotFitThePatternOrTheColumnIsNone(String pattern, String text) {
        assertEquals(Optional.empty(), new PhoneFormat(pattern).parse(text));
    }

    @Test
    void noNumberIsNone() {
        assertEquals(Optional.empty(), PhoneFormat.MAINLAND.parse(null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "12345", "123456789012", "+8613912345"})
    void whatTheColumnCanNotHoldIsNoNumber(String text) {
        assertThrows(IllegalArgumentException.class, () -> new PhoneNumber(text));
    }
}
