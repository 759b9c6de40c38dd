package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.checkin.CheckIns;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

public final class InMemoryCheckIns implements CheckIns {
    private final Map<UserId, NavigableMap<LocalDate, Day>> days = new HashMap<>();

    private NavigableMap<LocalDate, Day> of(UserId user) {
        return days.computeIfAbsent(user, _ -> new TreeMap<>());
    }

    @Override
    public synchronized CompletionStage<Void> add(UserId user, LocalDate day) {
        of(user).putIfAbsent(day, new Day(day, false));
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<Boolean> makeUp(UserId user, LocalDate day, int max) {
        long madeUp = of(user).values().stream()
                .filter(each -> each.madeUp() && YearMonth.from(each.date()).equals(YearMonth.from(day)))
                .count();
        if (madeUp >= max && !of(user).containsKey(day)) {
            return CompletableFuture.completedStage(false);
        }
        of(user).putIfAbsent(day, new Day(day, true));
        return CompletableFuture.completedStage(true);
    }

    @Override
    public synchronized CompletionStage<List<Day>> days(UserId user, LocalDate first, LocalDate last) {
        return CompletableFuture.completedStage(
                List.copyOf(of(user).subMap(first, true, last, true).values()));
    }

    @Override
    public synchronized CompletionStage<Counted> count(LocalDate day) {
        List<Day> all = days.values().stream()
                .filter(own -> own.containsKey(day))
                .map(own -> own.get(day))
                .toList();
        return CompletableFuture.completedStage(
                new Counted(all.size(), all.stream().filter(Day::madeUp).count()));
    }
}
