package io.nightmarket.domain.id;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class IdLayoutTest {
    private static final Instant TIME = Instant.parse("2026-06-18T12:34:56.789Z");

    @Test
    void anIdIsTakenApart() {
        IdLayout.Parts parts = IdLayout.parts(IdLayout.compose(TIME, 4711));

        assertEquals(new IdLayout.Parts(Instant.parse("2026-06-18T12:34:56Z"), 4711), parts);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0})
    void whatIsNotPositiveIsNoId(long number) {
        assertThrows(IllegalArgumentException.class, () -> IdLayout.parts(number));
    }

    @Test
    void theFirstIdIsOneAndTheLastTheLargestNumber() {
        assertEquals(1, IdLayout.compose(IdLayout.EPOCH, 1));
        Instant last = IdLayout.EPOCH.plusSeconds(Integer.MAX_VALUE);
        assertEquals(Long.MAX_VALUE, IdLayout.compose(last, IdLayout.MAX_SEQUENCE));
        assertEquals(IdLayout.MAX_SEQUENCE, IdLayout.sequence(Long.MAX_VALUE));
    }

    @Test
    void aLaterSecondOutweighsAnyNumber() {
        assertTrue(IdLayout.compose(TIME, IdLayout.MAX_SEQUENCE) < IdLayout.compose(TIME.plusSeconds(1), 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2021-12-31T23:59:59Z", "2090-01-20T00:00:00Z"})
    void timesThatDoNotFitAreRefused(String time) {
        assertThrows(IllegalArgumentException.class, () -> IdLayout.compose(Instant.parse(time), 1));
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, IdLayout.MAX_SEQUENCE + 1})
    void numbersThatDoNotFitAreRefused(long number) {
        assertThrows(IllegalArgumentException.class, () -> IdLayout.compose(TIME, number));
    }

    @Test
    void daysChangeAtMidnightUtc() {
        assertEquals(LocalDate.of(2026, 6, 18), IdLayout.day(Instant.parse("2026-06-18T23:59:59.999Z")));
        assertEquals(LocalDate.of(2026, 6, 19), IdLayout.day(Instant.parse("2026-06-19T00:00:00Z")));
    }
}
