package io.nightmarket.domain.visitor;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.InMemoryVisitCounts;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.simulation.Changed;
import io.nightmarket.domain.visitor.VisitCounts.DayCount;
import io.nightmarket.domain.visitor.VisitCounts.PageDay;
import io.nightmarket.domain.visitor.VisitCounts.Range;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

final class VisitBufferTest {
    private static final Page SITE = new Page.Site();
    private static final LocalDate DAY = LocalDate.of(2026, 11, 20);

    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T15:59:59Z"));
    private final VisitBuffer buffer = new VisitBuffer(clock, ZoneId.of("Asia/Shanghai"), 2, 3);
    private final InMemoryVisitCounts counts = new InMemoryVisitCounts();

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
        await(buffer.flush(counts));
        await(buffer.flush(counts));
        assertEquals(range(1, new DayCount(DAY, 1, 1), new DayCount(DAY.plusDays(1), 2, 1)), counted(SITE));
    }

    @Test
    void whatDoesNotFitIsNotCounted() {
        for (int i = 1; i <= 4; i++) {
            buffer.view(SITE, Optional.of("u" + i));
            buffer.view(new Page.OfShop(new ShopId(i)), Optional.empty());
        }
        assertEquals(4, buffer.dropped(), "three views and a visitor");
        await(buffer.flush(counts));
        assertEquals(range(3, new DayCount(DAY, 4, 3), new DayCount(DAY.plusDays(1), 0, 0)), counted(SITE));
    }

    @Test
    void whatWasNotAddedIsAddedLater() {
        buffer.view(SITE, Optional.of("u1"));
        assertEquals(
                "away",
                failureOf(Unavailable.class, failing(new Unavailable("away"))).getMessage());
        await(buffer.flush(counts));
        assertEquals(range(1, new DayCount(DAY, 1, 1), new DayCount(DAY.plusDays(1), 0, 0)), counted(SITE));
        assertEquals(0, buffer.dropped());
    }

    @Test
    void whatIsViewedMeanwhileIsAddedWithWhatWasNot() {
        buffer.view(SITE, Optional.of("u1"));
        buffer.view(SITE, Optional.of("u2"));
        CompletableFuture<Void> answer = new CompletableFuture<>();
        CompletionStage<Void> flush = buffer.flush(fake((_, _) -> answer));
        buffer.view(SITE, Optional.of("u1"));
        buffer.view(SITE, Optional.of("u3"));
        answer.completeExceptionally(new Unavailable("away"));
        assertEquals("away", failureOf(Unavailable.class, flush).getMessage());

        buffer.view(SITE, Optional.of("u3"));
        await(buffer.flush(counts));
        buffer.view(SITE, Optional.of("u5"));
        await(buffer.flush(counts));
        assertEquals(range(4, new DayCount(DAY, 6, 4), new DayCount(DAY.plusDays(1), 0, 0)), counted(SITE));
    }

    @Test
    void visitorsOnTheirWayTakeUpRoomUntilTheyAreAdded() {
        buffer.view(SITE, Optional.of("u1"));
        buffer.view(SITE, Optional.of("u2"));
        for (boolean isAdded : List.of(false, true)) {
            CompletableFuture<Void> answer = new CompletableFuture<>();
            CompletionStage<Void> flush = buffer.flush(fake((_, _) -> answer));
            buffer.view(SITE, Optional.of("u3"));
            long dropped = buffer.dropped();
            buffer.view(SITE, Optional.of("u4"));
            assertEquals(dropped + 1, buffer.dropped(), "no room for the fourth");
            if (isAdded) {
                answer.complete(null);
                await(flush);
            } else {
                answer.completeExceptionally(new Unavailable("away"));
                var _ = failureOf(Unavailable.class, flush);
            }
        }
        long dropped = buffer.dropped();
        buffer.view(SITE, Optional.of("u4"));
        assertEquals(dropped, buffer.dropped());
        await(buffer.flush(counts));
        assertEquals(1, counted(SITE).visitors());
    }

    @Test
    void aVisitorIsAddedOnceAMinuteAndEachViewCounts() {
        List<String> added = new ArrayList<>();
        VisitCounts counting = fake((views, visitors) -> {
            added.add(views + " of " + visitors);
            return CompletableFuture.completedStage(null);
        });
        for (int minute = 0; minute < 2; minute++) {
            for (int i = 0; i < 2; i++) {
                buffer.view(SITE, Optional.of("u1"));
                await(buffer.flush(counting));
            }
            clock.advance(Duration.ofMinutes(1));
        }
        assertEquals(List.of("1 of [u1]", "1 of []", "1 of [u1]", "1 of []"), added);
    }

    @Test
    void manyVisitorsAreAddedInPartsAndTheirViewsOnce() {
        VisitBuffer large = new VisitBuffer(clock, ZoneId.of("Asia/Shanghai"), 1, 20_000);
        for (int i = 0; i < 12_000; i++) {
            large.view(SITE, Optional.of("u" + i));
        }
        List<Integer> parts = new ArrayList<>();
        VisitCounts breaking = fake((views, visitors) -> {
            parts.add(visitors.size());
            return parts.size() == 2
                    ? CompletableFuture.failedStage(new Unavailable("away"))
                    : counts.add(new PageDay(SITE, DAY), views, visitors);
        });
        var _ = failureOf(Unavailable.class, large.flush(breaking));
        await(large.flush(breaking));
        assertEquals(List.of(5_000, 5_000, 5_000, 5_000, 2_000), parts);
        assertEquals(
                range(12_000, new DayCount(DAY, 12_000, 12_000), new DayCount(DAY.plusDays(1), 0, 0)), counted(SITE));
        assertEquals(0, large.dropped());
    }

    @Test
    void viewsThatMayHaveBeenAddedAreNotAddedAgain() {
        buffer.view(SITE, Optional.of("u1"));
        assertEquals(
                "late", failureOf(TimedOut.class, failing(new TimedOut("late"))).getMessage());
        await(buffer.flush(counts));
        assertEquals(range(1, new DayCount(DAY, 0, 1), new DayCount(DAY.plusDays(1), 0, 0)), counted(SITE));
        assertEquals(1, buffer.dropped());
    }

    private CompletionStage<Void> failing(DomainFailure failure) {
        return buffer.flush(fake((_, _) -> CompletableFuture.failedStage(failure)));
    }

    /** Answers each call of add with this. */
    @SuppressWarnings("unchecked")
    private static VisitCounts fake(BiFunction<Long, Set<String>, CompletionStage<Void>> adding) {
        return Changed.calls(
                VisitCounts.class, (_, _, arguments) -> adding.apply((Long) arguments[1], (Set<String>) arguments[2]));
    }
}
