package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.checkin.CheckInBitmaps;
import io.nightmarket.domain.checkin.CheckInBitmaps.Month;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

public abstract class CheckInBitmapsContract {
    private final UserId user = new UserId(ThreadLocalRandom.current().nextLong(1L << 50, 1L << 52));

    protected abstract CheckInBitmaps bitmaps();

    private List<Month> months() {
        return await(bitmaps().monthsUpTo(user, YearMonth.of(2028, 2)));
    }

    @Test
    void daysAreInTheirMonths() {
        await(bitmaps().add(user, List.of(LocalDate.of(2028, 2, 29), LocalDate.of(2028, 2, 1))));
        await(bitmaps().add(user, List.of(LocalDate.of(2028, 2, 1), LocalDate.of(2028, 1, 31))));
        await(bitmaps().add(user, List.of(LocalDate.of(2027, 3, 15), LocalDate.of(2027, 2, 28))));
        List<Month> months = months();
        assertEquals(CheckInBitmaps.MONTHS, months.size());
        assertEquals(new Month(1 << 1 | 1 << 29), months.getFirst());
        assertEquals(new Month(1 << 31), months.get(1));
        assertEquals(new Month(0), months.get(2));
        assertEquals(new Month(1 << 15), months.get(11));
    }
}
