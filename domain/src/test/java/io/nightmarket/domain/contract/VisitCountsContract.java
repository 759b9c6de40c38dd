package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.visitor.Page;
import io.nightmarket.domain.visitor.VisitCounts;
import io.nightmarket.domain.visitor.VisitCounts.DayCount;
import io.nightmarket.domain.visitor.VisitCounts.PageDay;
import io.nightmarket.domain.visitor.VisitCounts.Range;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

public abstract class VisitCountsContract {
    private static final LocalDate FIRST = LocalDate.of(2028, 2, 28);
    private static final LocalDate SECOND = LocalDate.of(2028, 2, 29);

    private final Page page = anyPage();

    protected abstract VisitCounts counts();

    protected static Page anyPage() {
        return new Page.OfShop(new ShopId(ThreadLocalRandom.current().nextLong(1L << 50, 1L << 52)));
    }

    @Test
    void viewsAddUpAndVisitorsCountOnce() {
        await(counts().add(new PageDay(page, FIRST), 3, Set.of("u1", "a1")));
        await(counts().add(new PageDay(page, FIRST), 2, Set.of("u1")));
        await(counts().add(new PageDay(page, SECOND), 1, Set.of("u1", "u2")));
        await(counts().add(new PageDay(anyPage(), SECOND), 9, Set.of("u3")));
        await(counts().add(new PageDay(page, SECOND.plusDays(1)), 1, Set.of("u4")));
        Range range = await(counts().count(page, FIRST, SECOND));
        assertEquals(new Range(3, List.of(new DayCount(FIRST, 5, 2), new DayCount(SECOND, 1, 2))), range);
        assertEquals(6, range.views());
        Page other = anyPage();
        await(counts().add(new PageDay(other, FIRST), 3, Set.of()));
        assertEquals(
                new Range(0, List.of(new DayCount(FIRST, 3, 0), new DayCount(SECOND, 0, 0))),
                await(counts().count(other, FIRST, SECOND)));
    }
}
