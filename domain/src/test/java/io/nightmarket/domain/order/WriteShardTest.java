package io.nightmarket.domain.order;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.memory.InMemoryBooks;
import io.nightmarket.domain.order.WriteShard.Turn;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** When a writer asks for its lease again. */
final class WriteShardTest {
    private static final Duration LEASE = Duration.ofSeconds(3);

    private final Asked lock = new Asked();
    /** Such a clock may start anywhere, and run over. */
    private long nanoTime = Long.MAX_VALUE - 1;

    private final WriteShard shard = shard(new InMemoryBooks(_ -> true));

    private WriteShard shard(OrderBooks books) {
        SettleOrders orders = new SettleOrders(new ListQueue(), books, _ -> {}, Shard.FIRST, 8, Duration.ZERO);
        return new WriteShard(orders, lock, new DistributedLock.Hold("shard:1", "node"), LEASE, () -> nanoTime);
    }

    /** Counts how often it was asked. */
    private static final class Asked implements DistributedLock {
        private boolean free = true;
        private int asked;

        @Override
        public CompletionStage<Boolean> hold(Hold hold, Duration lease) {
            asked++;
            return CompletableFuture.completedStage(free);
        }

        @Override
        public CompletionStage<Boolean> release(Hold hold) {
            return CompletableFuture.completedStage(true);
        }

        @Override
        public <T> CompletionStage<Optional<T>> withLease(
                String key, Duration lease, Function<Hold, ? extends CompletionStage<T>> work) {
            throw new UnsupportedOperationException();
        }
    }

    private void pass(Duration time) {
        nanoTime += time.toNanos();
    }

    @Test
    void theLeaseIsRenewedAfterEachThirdOfIt() {
        assertEquals(Turn.TOOK_OVER, await(shard.turn()));
        pass(shard.pause().minusNanos(1));
        assertEquals(Turn.SETTLED, await(shard.turn()));
        assertEquals(1, lock.asked);
        pass(Duration.ofNanos(1));
        assertEquals(Turn.SETTLED, await(shard.turn()));
        assertEquals(2, lock.asked);
        assertEquals(LEASE, shard.pause().multipliedBy(3));
    }

    @Test
    void aLeaseThatAnotherHoldsIsAskedForEveryTurn() {
        lock.free = false;
        assertEquals(Turn.STOOD_BY, await(shard.turn()));
        assertEquals(Turn.STOOD_BY, await(shard.turn()));
        lock.free = true;
        assertEquals(Turn.TOOK_OVER, await(shard.turn()));
        assertEquals(3, lock.asked);
    }

    @Test
    void afterAFailureItIsAskedForAnew() {
        Unavailable away = new Unavailable("away");
        WriteShard failing = shard(_ -> CompletableFuture.failedStage(away));
        assertSame(away, failureOf(failing.turn()));
        assertSame(away, failureOf(failing.turn()));
        assertEquals(2, lock.asked);
    }

    @Test
    void afterItWasLeftToo() {
        assertEquals(Turn.TOOK_OVER, await(shard.turn()));
        await(shard.leave());
        assertEquals(Turn.TOOK_OVER, await(shard.turn()));
        assertEquals(2, lock.asked);
    }
}
