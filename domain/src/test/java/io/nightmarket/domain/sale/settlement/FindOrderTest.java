package io.nightmarket.domain.sale.settlement;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.memory.InMemoryLedger;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.FaultyQueue;
import io.nightmarket.domain.sale.queue.ListQueue;
import io.nightmarket.domain.sale.queue.StepFault;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FindOrderTest {
    private static final UserId OWNER = new UserId(1);
    private static final UserId STRANGER = new UserId(2);
    private static final OrderId ORDER = new OrderId(77);
    private static final VoucherId VOUCHER = new VoucherId(1);

    private final InMemoryLedger ledger = new InMemoryLedger(_ -> true);
    private final ListQueue queue = new ListQueue();
    private final Epochs epochs = new Epochs(ledger::epoch, new ManualTimers());
    private final FindOrder find = new FindOrder(Set.of(Shard.FIRST), epochs, queue, ledger);

    @Test
    void anOrderThatWaitsIsQueued() {
        var _ = queue.append(77, VOUCHER, 1);
        assertEquals(Optional.of(new OrderProgress.Queued(ORDER, OWNER)), await(find.find(OWNER, ORDER)));
    }

    @Test
    void anOrderInTheDatabaseIsSettled() {
        ledger.plantOrder(ORDER, OWNER, VOUCHER, Instant.EPOCH);
        assertTrue(await(find.find(OWNER, ORDER)).orElseThrow() instanceof OrderProgress.Settled);
    }

    @Test
    void aStrangersOrderDoesNotExist() {
        var _ = queue.append(77, VOUCHER, 1);
        assertEquals(Optional.empty(), await(find.find(STRANGER, ORDER)));
        queue.entries.clear();
        ledger.plantOrder(ORDER, OWNER, VOUCHER, Instant.EPOCH);
        assertEquals(Optional.empty(), await(find.find(STRANGER, ORDER)));
    }

    @Test
    void anUnknownOrderIsAbsent() {
        assertEquals(Optional.empty(), await(find.find(OWNER, ORDER)));
    }

    @Test
    void withoutTheQueueTheDatabaseCanSayYesButNotNo() {
        FindOrder blind =
                new FindOrder(Set.of(Shard.FIRST), epochs, new FaultyQueue(queue, new StepFault(1, false)), ledger);
        TimedOut unsure = failureOf(TimedOut.class, blind.find(OWNER, ORDER));
        assertTrue(String.valueOf(unsure.getMessage()).startsWith("step"));
        ledger.plantOrder(ORDER, OWNER, VOUCHER, Instant.EPOCH);
        FindOrder again =
                new FindOrder(Set.of(Shard.FIRST), epochs, new FaultyQueue(queue, new StepFault(1, false)), ledger);
        assertTrue(await(again.find(OWNER, ORDER)).isPresent());
    }
}
