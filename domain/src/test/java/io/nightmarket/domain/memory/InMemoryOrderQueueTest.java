package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.OrderQueueContract;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.WholeQueue;
import java.time.Duration;
import java.time.Instant;

final class InMemoryOrderQueueTest extends OrderQueueContract {
    private final ManualClock clock = new ManualClock(Instant.parse("2026-06-18T12:00:00Z"));
    private final InMemoryOrderQueue queue = new InMemoryOrderQueue(clock);

    @Override
    protected WholeQueue queue() {
        return queue;
    }

    @Override
    protected WholeQueue queueOf(long maxBacklog) {
        return queue.withMaxBacklog(maxBacklog);
    }

    @Override
    protected Shard shard() {
        return Shard.FIRST;
    }

    @Override
    protected Instant now() {
        return clock.instant();
    }

    @Override
    protected void elapse(Duration time) {
        clock.advance(time);
    }

    @Override
    protected void appendForeign() {
        var _ = queue.appendForeign(shard(), "not an order");
    }

    @Override
    protected void loseEverything() {
        queue.loseEverything();
    }
}
