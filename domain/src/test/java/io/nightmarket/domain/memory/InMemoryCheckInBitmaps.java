package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.checkin.CheckInBitmaps;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/** Bitmaps of check-ins in the memory of a test. */
public final class InMemoryCheckInBitmaps implements CheckInBitmaps {
    private record Bit(UserId user, LocalDate day) {}

    private final Set<Bit> bits = new HashSet<>();

    /** What an emptied Redis knows. */
    public synchronized void loseAll() {
        bits.clear();
    }

    @Override
    public synchronized CompletionStage<List<Month>> monthsUpTo(UserId user, YearMonth last) {
        return CompletableFuture.completedStage(IntStream.range(0, MONTHS)
                .mapToObj(back -> month(user, last.minusMonths(back)))
                .toList());
    }

    private Month month(UserId user, YearMonth month) {
        return new Month(IntStream.rangeClosed(1, month.lengthOfMonth())
                .filter(day -> bits.contains(new Bit(user, month.atDay(day))))
                .map(day -> 1 << day)
                .sum());
    }

    @Override
    public synchronized CompletionStage<Void> add(UserId user, Collection<LocalDate> days) {
        days.forEach(day -> bits.add(new Bit(user, day)));
        return CompletableFuture.completedStage(null);
    }
}
