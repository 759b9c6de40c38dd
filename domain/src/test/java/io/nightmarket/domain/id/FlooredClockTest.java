package io.nightmarket.domain.id;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.memory.InMemoryIdSegments;
import io.nightmarket.domain.memory.ManualClock;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FlooredClockTest {
    private static final Instant NOON = Instant.parse("2026-06-18T12:00:00Z");
    private static final Duration SHANGHAI = Duration.ofHours(8);

    private final ManualClock base = new ManualClock(NOON);
    private final InMemoryIdSegments segments = new InMemoryIdSegments();

    /** Into the same day, into the next, and from the last id of a day. */
    @ParameterizedTest
    @CsvSource({
        "2026-06-18T12:00:00Z, 2026-06-18T20:00:00Z, 900",
        "2026-06-18T22:00:00Z, 2026-06-19T06:00:00Z, 900",
        "2026-06-18T15:59:59Z, 2026-06-18T23:59:59Z, " + IdLayout.MAX_SEQUENCE
    })
    void idsStandAboveAnIdThatRunsAheadOfTheClock(Instant now, Instant ahead, long sequence) {
        base.set(now);
        long largest = IdLayout.compose(ahead, sequence);
        Instant floor = IdLayout.after(largest);
        SegmentIdGenerator ids = new SegmentIdGenerator(segments, new FlooredClock(base, floor), 3);
        Set<Long> seen = new HashSet<>();
        while (base.instant().isBefore(floor.plus(SHANGHAI))) {
            for (int i = 0; i < 5; i++) {
                long id = await(ids.next());
                assertTrue(id > largest, () -> id + " is not above " + largest);
                assertTrue(seen.add(id), () -> id + " was made twice");
            }
            base.advance(Duration.ofMinutes(17));
        }
    }

    @Test
    void aFloorThatIsPassedChangesNothing() {
        Clock floored = new FlooredClock(base, NOON.minusSeconds(1));
        assertEquals(NOON, floored.instant());
        base.advance(Duration.ofSeconds(5));
        assertEquals(NOON.plusSeconds(5), floored.instant());
    }

    @Test
    void anotherZoneIsTheSameInstant() {
        ZoneId zone = ZoneId.of("Asia/Shanghai");
        Clock floored = new FlooredClock(base, NOON.plusSeconds(60)).withZone(zone);
        assertEquals(zone, floored.getZone());
        assertEquals(NOON.plusSeconds(60), floored.instant());
    }
}
