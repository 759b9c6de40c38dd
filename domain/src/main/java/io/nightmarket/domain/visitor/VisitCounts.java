package io.nightmarket.domain.visitor;

import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Views and unique visitors by page and day, the latter estimated: by about one percent too many or too few. Fails with
 * {@code Unavailable} or {@code TimedOut}.
 */
public interface VisitCounts {
    /** The most days that are counted at once. */
    int MAX_DAYS = 366;

    /** The most visitors that are added at once. */
    int MAX_VISITORS = 5_000;

    /** A page on one day. */
    record PageDay(Page page, LocalDate day) {}

    /**
     * A day in numbers.
     *
     * @param visitors how many different ones
     */
    record DayCount(LocalDate day, long views, long visitors) {}

    /**
     * Several days.
     *
     * @param visitors how many different ones on all of these days together
     */
    record Range(long visitors, List<DayCount> days) {
        public long views() {
            return days.stream().mapToLong(DayCount::views).sum();
        }
    }

    /** Adds views of a page on a day, and those who viewed it, {@value #MAX_VISITORS} at most. Visitors may be added again, views count each time. */
    CompletionStage<Void> add(PageDay pageDay, long views, Set<String> visitors);

    /** Counts from {@code first} to {@code last}, {@value #MAX_DAYS} days at most. */
    CompletionStage<Range> count(Page page, LocalDate first, LocalDate last);
}
