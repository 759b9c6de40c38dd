package io.nightmarket.domain.memory;

import io.nightmarket.domain.sale.admission.RequestOutcome;
import io.nightmarket.domain.sale.admission.SaleMinutes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Purchase requests by sale and minute, in memory. */
public final class InMemorySaleMinutes implements SaleMinutes {
    private record Row(long sale, Instant minute, RequestOutcome outcome) {}

    private final Map<Row, Long> rows = new ConcurrentHashMap<>();

    @Override
    public CompletionStage<Void> add(Instant minute, List<Requests> requests) {
        requests.forEach(one -> rows.merge(new Row(one.sale(), minute, one.outcome()), one.number(), Long::sum));
        return CompletableFuture.completedStage(null);
    }

    /** The requests of a minute; 0 without any. */
    public long requests(long sale, Instant minute, RequestOutcome outcome) {
        return rows.getOrDefault(new Row(sale, minute, outcome), 0L);
    }
}
