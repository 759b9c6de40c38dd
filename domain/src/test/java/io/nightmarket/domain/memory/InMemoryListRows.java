package io.nightmarket.domain.memory;

import io.nightmarket.domain.listing.ListRows;
import io.nightmarket.domain.listing.StaffList;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Rows of lists, as tests put them. */
public final class InMemoryListRows implements ListRows {
    private static final Comparator<Place> DESCENDING = Comparator.comparingLong(Place::first)
            .thenComparingLong(Place::second)
            .reversed();

    private final Map<StaffList, NavigableMap<Place, Row>> rows =
            Map.of(StaffList.SALES, new TreeMap<>(DESCENDING), StaffList.ORDERS, new TreeMap<>(DESCENDING));

    /** Adds a row, or puts another one in its place. */
    public synchronized void put(StaffList list, Place place, @Nullable Object... values) {
        List<@Nullable Object> row = new ArrayList<>();
        for (Object value : values) {
            row.add(value);
        }
        rows(list).put(place, new Row(row));
    }

    private NavigableMap<Place, Row> rows(StaffList list) {
        NavigableMap<Place, Row> found = rows.get(list);
        if (found == null) {
            throw new IllegalArgumentException(list.name());
        }
        return found;
    }

    private List<Map.Entry<Place, Row>> matching(Selection query) {
        return rows(query.list()).entrySet().stream()
                .filter(row -> query.conditions().stream()
                        .allMatch(condition -> meets(
                                row.getValue().values().get(query.list().indexOf(condition.column())), condition)))
                .toList();
    }

    private static boolean meets(@Nullable Object value, Condition condition) {
        return switch (condition.test()) {
            case ONE_OF -> condition.values().contains(value);
            case FROM ->
                value != null && !time(value).isBefore(time(condition.values().getFirst()));
            case BEFORE ->
                value != null && time(value).isBefore(time(condition.values().getFirst()));
        };
    }

    private static Instant time(Object value) {
        return (Instant) value;
    }

    @Override
    public synchronized CompletionStage<Page> page(Selection query, Optional<Place> after, int size) {
        List<Map.Entry<Place, Row>> rest = matching(query).stream()
                .filter(row -> after.isEmpty() || DESCENDING.compare(row.getKey(), after.get()) > 0)
                .toList();
        List<Map.Entry<Place, Row>> page = rest.subList(0, Math.min(size, rest.size()));
        return CompletableFuture.completedStage(new Page(
                page.stream().map(Map.Entry::getValue).toList(),
                rest.size() > size ? Optional.of(page.getLast().getKey()) : Optional.empty()));
    }

    @Override
    public synchronized CompletionStage<Count> count(Selection query) {
        long total = matching(query).size();
        return CompletableFuture.completedStage(new Count(Math.min(total, MAX_COUNTED), total > MAX_COUNTED));
    }
}
