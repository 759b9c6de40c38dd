package io.nightmarket.domain.visitor;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.failure.TimedOut;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.memory.InMemoryVisitCounts;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.visitor.VisitCounts.DayCount;
import io.nightmarket.domain.visitor.VisitCounts.Range;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class CountVisitsTest {
    private static final Page SITE = new Page.Site();
    private static final LocalDate DAY = LocalDate.of(2026, 11, 20);

    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T15:59:59Z"));
    private final VisitBuffer buffer = new VisitBuffer(clock, ZoneId.of("Asia/Shanghai"), 2, 3);
    private final InMemoryVisitCounts counts = new InMemoryVisitCounts();
    private final CountVisits countVisits = new CountVisits(buffer, counts);

    private Range counted(Page page) {
        return await(counts.count(page, DAY, DAY.plusDays(1)));
    }

    private static Range range(long visitors, DayCount first, DayCount second) {
        return new Range(visitors, List.of(first, second));
    }

    @Test
    void daysBeginWithTheZone() {
        buffer.view(SITE, Optional.of("u1"));
        clock.advance(Duration.ofSeconds(1));
        buffer.view(SITE, Optional.of("u1"));
        buffer.view(SITE, Optional.empty());
        await(countVisits.flush());
        await(countVisits.flush());
        assertEquals(range(1, new DayCount(DAY, 1, 1), new DayCount(DAY.plusDays(1), 2, 1)), counted(SITE));
    }

    @Test
    void whatDoesNotFitIsNotCounted() {
        for (int i = 1; i <= 4; i++) {
            buffer.view(SITE, Optional.of("u" + i));
            buffer.view(new Page.OfShop(new ShopId(i)), Optional.empty());
        }
        assertEquals(3, buffer.dropped());
        await(countVisits.flush());
        assertEquals(range(3, new DayCount(DAY, 4, 3), new DayCount(DAY.plusDays(1), 0, 0)), counted(SITE));
    }

    @Test
    void whatWasNotAddedIsAddedLater() {
        buffer.view(SITE, Optional.of("u1"));
        assertEquals(
                "away",
                failureOf(Unavailable.class, failing(new Unavailable("away"))).getMessage());
        await(countVisits.flush());
        assertEquals(range(1, new DayCount(DAY, 1, 1), new DayCount(DAY.plusDays(1), 0, 0)), counted(SITE));
        assertEquals(0, buffer.dropped());
    }

    @Test
    void viewsThatMayHaveBeenAddedAreNotAddedAgain() {
        buffer.view(SITE, Optional.of("u1"));
        assertEquals(
                "late", failureOf(TimedOut.class, failing(new TimedOut("late"))).getMessage());
        await(countVisits.flush());
        assertEquals(range(1, new DayCount(DAY, 0, 1), new DayCount(DAY.plusDays(1), 0, 0)), counted(SITE));
        assertEquals(1, buffer.dropped());
    }

    private CompletionStage<Void> failing(DomainFailure failure) {
        return new CountVisits(buffer, new VisitCounts() {
                    @Override
                    public CompletionStage<Void> add(PageDay pageDay, long views, Set<String> visitors) {
                        return CompletableFuture.failedStage(failure);
                    }

                    @Override
                    public CompletionStage<Range> count(Page page, LocalDate first, LocalDate last) {
                        return CompletableFuture.failedStage(failure);
                    }
                })
                .flush();
    }
}
