package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.id.IdSegments;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** What every {@link IdSegments} keeps. Days are drawn from far ahead, so that servers can be shared. */
public abstract class IdSegmentsContract {
    private final LocalDate day =
            LocalDate.of(2100, 1, 1).plusDays(ThreadLocalRandom.current().nextInt(1_000_000) * 2L);

    /** The segments of the test, the same at every call. */
    protected abstract IdSegments segments();

    @Test
    protected void runsFollowOneAnotherWhateverTheirSizesAndEachDayCountsByItself() {
        assertEquals(1, await(segments().lease(day, 100)));
        assertEquals(101, await(segments().lease(day, 1)));
        assertEquals(1, await(segments().lease(day.plusDays(1), 7)));
        assertEquals(102, await(segments().lease(day, 1000)));
        assertEquals(1102, await(segments().lease(day, 5)));
    }

    /** After a store that was set back the caller knows more than the store. */
    @Test
    protected void aRunBeginsAboveWhatTheCallerWasLeased() {
        assertEquals(1, await(segments().lease(day, 100)));
        assertEquals(501, await(segments().lease(day, 10, 500)));
        assertEquals(511, await(segments().lease(day, 10, 100)));
        assertEquals(521, await(segments().lease(day, 10)));
    }

    @Test
    protected void sixteenLeasesAtOnceDoNotOverlap() {
        List<Long> firsts = atOnce(16, _ -> segments().lease(day, 10));

        Set<Long> numbers = new HashSet<>();
        for (long first : firsts) {
            for (long number = first; number < first + 10; number++) {
                assertTrue(numbers.add(number), "leased twice: " + number);
            }
        }
        assertEquals(160, numbers.size());
    }
}
