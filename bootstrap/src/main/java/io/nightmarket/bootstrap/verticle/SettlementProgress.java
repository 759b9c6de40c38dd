package io.nightmarket.bootstrap.verticle;

import io.nightmarket.bootstrap.metrics.SaleMetrics;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.settlement.SettlementEvents;
import io.nightmarket.domain.sale.settlement.SettlementStall;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs, measures and publishes how the settlement of a shard fares. */
public final class SettlementProgress {
    private static final Logger LOG = LoggerFactory.getLogger(SettlementProgress.class);

    /** Fewer are the hiccup of a fail-over. */
    private static final int FAILURES_OF_STALL = 4;

    private final Shard shard;
    private final SaleMetrics metrics;
    private final SettlementEvents events;
    private final Clock clock;
    private @Nullable Instant since;
    private boolean reported;

    public SettlementProgress(Shard shard, SaleMetrics metrics, SettlementEvents events, Clock clock) {
        this.shard = shard;
        this.metrics = metrics;
        this.events = events;
        this.clock = clock;
    }

    /** The queue was checked against the database and opened. */
    public void recovered() {
        metrics.recovered(shard);
    }

    /** Orders were committed, or none waited, after that many failures. */
    public void settled(int failures) {
        metrics.settling(shard, 0);
        metrics.writes(shard, true);
        if (failures >= FAILURES_OF_STALL) {
            LOG.warn("Orders of shard {} are settled again; none was given up since {}", shard.number(), since);
        }
        since = null;
        reported = false;
    }

    /** Another node settles the orders. */
    public void stoodBy() {
        metrics.settling(shard, 0);
        metrics.writes(shard, false);
        since = null;
        reported = false;
    }

    /** The failure of this number since the last commit. */
    public void failed(int failures, Throwable failure) {
        metrics.settling(shard, failures);
        metrics.writes(shard, false);
        Instant first = since == null ? clock.instant() : since;
        since = first;
        if (failures >= FAILURES_OF_STALL && !reported) {
            reported = true;
            LOG.error(
                    "Orders of shard {} can't be settled since {} and wait in the queue: {}",
                    shard.number(),
                    first,
                    failure.toString());
        }
        if (failures >= FAILURES_OF_STALL) {
            events.stalled(new SettlementStall(shard, first, failure.toString()));
        }
    }
}
