package io.nightmarket.domain.checkin;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.MissedWrites;
import io.nightmarket.domain.checkin.CheckInBitmaps.Month;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * How many days in a row, up to one, a user checked in. The bitmaps are read as far as they have every day; of the first day
 * that they lack the database is asked, and what it has is added to them. So a lost or late bitmap makes no streak shorter.
 */
public final class FindStreak {
    /** A year, with one day more in case it is a leap year. */
    private static final int DAYS_AT_ONCE = 366;

    private final CheckIns checkIns;
    private final CheckInBitmaps bitmaps;
    private final MissedWrites missed;

    public FindStreak(CheckIns checkIns, CheckInBitmaps bitmaps, MissedWrites missed) {
        this.checkIns = checkIns;
        this.bitmaps = bitmaps;
        this.missed = missed;
    }

    /** 0 when the user did not check in on the last day. */
    public CompletionStage<Integer> find(UserId user, LocalDate last) {
        return inBitmaps(user, last, 0);
    }

    private CompletionStage<Integer> inBitmaps(UserId user, LocalDate last, int found) {
        YearMonth month = YearMonth.from(last);
        return bitmaps.monthsUpTo(user, month)
                .exceptionallyCompose(DomainFailure.fallBackOn(List.of()))
                .thenCompose(months -> {
                    int run = runInBitmaps(months, last);
                    LocalDate gap = last.minusDays(run);
                    return months.isEmpty()
                                    || !gap.isBefore(month.minusMonths(months.size() - 1L)
                                            .atDay(1))
                            ? inDatabase(user, gap, found + run)
                            : inBitmaps(user, gap, found + run);
                });
    }

    private static int runInBitmaps(List<Month> months, LocalDate last) {
        YearMonth newest = YearMonth.from(last);
        int run = 0;
        for (int back = 0; back < months.size(); back++) {
            int day =
                    back == 0 ? last.getDayOfMonth() : newest.minusMonths(back).lengthOfMonth();
            for (; day > 0; day--) {
                if (!months.get(back).contains(day)) {
                    return run;
                }
                run++;
            }
        }
        return run;
    }

    private CompletionStage<Integer> inDatabase(UserId user, LocalDate last, int found) {
        return checkIns.days(user, last.minusDays(DAYS_AT_ONCE - 1), last).thenCompose(days -> {
            List<LocalDate> run = run(days, last);
            int sum = found + run.size();
            if (run.isEmpty()) {
                return CompletableFuture.completedStage(sum);
            }
            CompletionStage<Integer> added = missed.answerAnyway("a bitmap of check-ins", bitmaps.add(user, run), sum);
            return run.size() < DAYS_AT_ONCE
                    ? added
                    : added.thenCompose(_ -> inBitmaps(user, last.minusDays(run.size()), sum));
        });
    }

    private static List<LocalDate> run(List<CheckIns.Day> ascending, LocalDate last) {
        List<LocalDate> run = new ArrayList<>();
        for (CheckIns.Day day : ascending.reversed()) {
            if (!day.date().equals(last.minusDays(run.size()))) {
                break;
            }
            run.add(day.date());
        }
        return run;
    }
}
