package io.nightmarket.domain.memory;

import io.nightmarket.domain.visitor.Page;
import io.nightmarket.domain.visitor.VisitCounts;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Visits in the memory of a test, counted exactly. */
public final class InMemoryVisitCounts implements VisitCounts {
    private final Map<PageDay, Long> views = new HashMap<>();
    private final Map<PageDay, Set<String>> visitors = new HashMap<>();

    @Override
    public synchronized CompletionStage<Void> add(PageDay pageDay, long more, Set<String> by) {
        views.merge(pageDay, more, Long::sum);
        var _ = visitors.computeIfAbsent(pageDay, _ -> new HashSet<>()).addAll(by);
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<Range> count(Page page, LocalDate first, LocalDate last) {
        Set<String> all = new HashSet<>();
        List<DayCount> days = first.datesUntil(last.plusDays(1))
                .map(day -> {
                    PageDay key = new PageDay(page, day);
                    Set<String> by = visitors.getOrDefault(key, Set.of());
                    all.addAll(by);
                    return new DayCount(day, views.getOrDefault(key, 0L), by.size());
                })
                .toList();
        return CompletableFuture.completedStage(new Range(all.size(), days));
    }
}
