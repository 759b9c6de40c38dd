package io.nightmarket.domain.sale.settlement;

import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.sale.Shard;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which shards' settlement fails, as their writers said in the last {@value #MEMORY_SECONDS} s; a writer that fails says so
 * every two seconds. One per node; safe for use by several threads.
 */
public final class StalledShards {
    private static final int MEMORY_SECONDS = 10;

    private record Reported(SettlementStall stall, long at) {}

    private final Timers timers;
    private final ConcurrentHashMap<Shard, Reported> reports = new ConcurrentHashMap<>();

    public StalledShards(Timers timers) {
        this.timers = timers;
    }

    public void stalled(SettlementStall stall) {
        reports.put(stall.shard(), new Reported(stall, timers.nanoTime()));
    }

    public Optional<SettlementStall> find(Shard shard) {
        return all().stream().filter(stall -> stall.shard().equals(shard)).findFirst();
    }

    /** By shard. */
    public List<SettlementStall> all() {
        long oldest = timers.nanoTime() - Duration.ofSeconds(MEMORY_SECONDS).toNanos();
        reports.values().removeIf(one -> one.at() - oldest < 0);
        return reports.values().stream()
                .map(Reported::stall)
                .sorted(Comparator.comparingInt(stall -> stall.shard().number()))
                .toList();
    }
}
