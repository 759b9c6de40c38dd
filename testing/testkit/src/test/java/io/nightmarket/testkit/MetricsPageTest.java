package io.nightmarket.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class MetricsPageTest {
    private static final MetricsPage PAGE = new MetricsPage("""
            # HELP nightmarket_cache_loads_seconds Calls of a cache to the truth
            # TYPE nightmarket_cache_loads_seconds summary
            nightmarket_cache_loads_seconds_count{cache="shop",outcome="failed"} 2
            nightmarket_cache_loads_seconds_sum{cache="shop",outcome="failed"} 3.1
            nightmarket_cache_loads_seconds_count{cache="shop",outcome="found"} 1.2E2
            nightmarket_cache_loads_seconds_sum{cache="shop",outcome="found"} 0.5
            nightmarket_cache_loads_seconds_count{cache="shop-types",outcome="found"} 7
            nightmarket_audit_iterations_total 3.0
            """);

    @Test
    void loadsThatFoundAndThatFailedCount() {
        assertEquals(122, PAGE.loads("shop"));
    }

    @Test
    void aMetricWithoutLabelsIsRead() {
        assertEquals(3, PAGE.total("nightmarket_audit_iterations_total"));
        assertEquals(0, PAGE.total("nightmarket_audit_iterations"));
    }

    @Test
    void everyCacheIsCountedApart() {
        assertEquals(7, PAGE.loads("shop-types"));
        assertEquals(0, PAGE.loads("types"));
    }
}
