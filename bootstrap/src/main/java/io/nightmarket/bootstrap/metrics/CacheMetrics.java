package io.nightmarket.bootstrap.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.nightmarket.domain.cache.CacheMeter;
import io.nightmarket.domain.cache.ManageCaches;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** What is measured of one cache on this node. */
public final class CacheMetrics implements CacheMeter {
    private static final String CACHE = "cache";

    private final Map<Event, Counter> counters = new EnumMap<>(Event.class);
    private final Timer loads;
    private final Timer failedLoads;
    private final Counter evictions;

    CacheMetrics(MeterRegistry registry, String cache) {
        for (Event event : Event.values()) {
            counters.put(
                    event,
                    Counter.builder("nightmarket.cache.events")
                            .description("What readers of a cache met, and what was done about it")
                            .tag(CACHE, cache)
                            .tag("event", event.name().toLowerCase(Locale.ROOT))
                            .register(registry));
        }
        this.loads = loadTimer(registry, cache, "found");
        this.failedLoads = loadTimer(registry, cache, "failed");
        this.evictions = Counter.builder("nightmarket.cache.evictions")
                .description("Copies that the memory of this node had no room for")
                .tag(CACHE, cache)
                .register(registry);
    }

    private static Timer loadTimer(MeterRegistry registry, String cache, String outcome) {
        return Timer.builder("nightmarket.cache.loads")
                .description("Loads of a cache")
                .tag(CACHE, cache)
                .tag("outcome", outcome)
                .register(registry);
    }

    @Override
    public void count(Event event) {
        Objects.requireNonNull(counters.get(event)).increment();
    }

    @Override
    public void loaded(long nanos, boolean failed) {
        (failed ? failedLoads : loads).record(Duration.ofNanos(nanos));
    }

    /** Reads since the start, by where they were answered. */
    public ManageCaches.Reads reads() {
        return new ManageCaches.Reads(
                counted(Event.NEAR_HIT) + counted(Event.NEAR_ABSENT),
                counted(Event.SHARED_HIT) + counted(Event.SHARED_ABSENT),
                counted(Event.MISS));
    }

    /** Loads since the start. */
    public ManageCaches.Loads loads() {
        return new ManageCaches.Loads(loads.count(), failedLoads.count());
    }

    private long counted(Event event) {
        return (long) Objects.requireNonNull(counters.get(event)).count();
    }

    /** The memory of this node had no room for a copy. */
    public void evicted() {
        evictions.increment();
    }
}
