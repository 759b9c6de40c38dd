package io.nightmarket.bootstrap.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.nightmarket.domain.order.list.OrderListMeter;

/** What happens to the cached lists of orders. */
final class OrderListMetrics implements OrderListMeter {
    private final Counter failed;
    private final Counter skipped;
    private final Counter repaired;
    private final Counter discrepancies;
    private final Counter loaded;

    OrderListMetrics(MeterRegistry registry) {
        this.failed = counter(registry, "failed", "Orders that could not be put into a cached list in five tries");
        this.skipped = counter(registry, "skipped", "Orders that were left to the comparison: too many at once");
        this.repaired = counter(registry, "repaired", "Requests to repair a cached list that were done");
        this.discrepancies =
                counter(registry, "discrepancies", "Orders that the comparison found wrong in a cached list, and put");
        this.loaded = counter(registry, "loaded", "Lists of orders that were loaded from the database");
    }

    private static Counter counter(MeterRegistry registry, String name, String description) {
        return Counter.builder("nightmarket.order.lists." + name)
                .description(description)
                .register(registry);
    }

    @Override
    public void failed(int orders) {
        failed.increment(orders);
    }

    @Override
    public void skipped(int orders) {
        skipped.increment(orders);
    }

    @Override
    public void repaired(int orders) {
        repaired.increment(orders);
    }

    @Override
    public void discrepancies(int orders) {
        discrepancies.increment(orders);
    }

    @Override
    public void loaded() {
        loaded.increment();
    }
}
