package io.nightmarket.domain.id;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class LeaseNextDaySegmentTest {
    private final ManualClock clock = new ManualClock(Instant.parse("2026-06-18T23:49:59Z"));
    private final List<LocalDate> leased = new ArrayList<>();
    private final LeaseNextDaySegment job = new LeaseNextDaySegment(
            (day, _, _) -> {
                leased.add(day);
                return CompletableFuture.completedStage(1L);
            },
            clock);

    @Test
    void theNextDayIsLeasedTenMinutesBeforeItBegins() {
        await(job.iterate());
        assertEquals(List.of(), leased);

        clock.advance(Duration.ofSeconds(1));
        await(job.iterate());
        clock.set(Instant.parse("2026-06-18T23:59:59Z"));
        await(job.iterate());
        assertEquals(List.of(LocalDate.of(2026, 6, 19), LocalDate.of(2026, 6, 19)), leased);

        clock.advance(Duration.ofSeconds(1));
        await(job.iterate());
        assertEquals(2, leased.size());
    }

    @Test
    void aStoreThatIsAwayIsAFailureOfTheRound() {
        Unavailable away = new Unavailable("away");
        clock.advance(Duration.ofMinutes(1));

        assertSame(
                away,
                failureOf(new LeaseNextDaySegment((_, _, _) -> CompletableFuture.failedStage(away), clock).iterate()));
    }
}
