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
import io.nightmarket.domain.sale.queue.ListQueue;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.domain.sale.queue.StepFault;
import io.nightmarket.domain.sale.queue.WholeQueue;
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
    private final FindOrder find = finding(queue.ports);

    private FindOrder finding(OrderQueue over) {
        return new FindOrder(Set.of(Shard.FIRST), epochs, over, ledger);
    }

    @Test
    void anOrderIsQueuedOrSettledToItsBuyerAndDoesNotExistToStrangers() {
        assertEquals(Optional.empty(), await(find.find(OWNER, ORDER)));
        var _ = queue.append(77, VOUCHER, 1);
        assertEquals(Optional.of(new OrderProgress.Queued(ORDER, OWNER)), await(find.find(OWNER, ORDER)));
        assertEquals(Optional.empty(), await(find.find(STRANGER, ORDER)));
        queue.entries.clear();
        ledger.plantOrder(ORDER, OWNER, VOUCHER, Instant.EPOCH);
        assertTrue(await(find.find(OWNER, ORDER)).orElseThrow() instanceof OrderProgress.Settled);
        assertEquals(Optional.empty(), await(find.find(STRANGER, ORDER)));
    }

    @Test
    void withoutTheQueueTheDatabaseCanSayYesButNotNo() {
        TimedOut unsure = failureOf(TimedOut.class, finding(away()).find(OWNER, ORDER));
        assertTrue(String.valueOf(unsure.getMessage()).startsWith("step"));
        ledger.plantOrder(ORDER, OWNER, VOUCHER, Instant.EPOCH);
        assertTrue(await(finding(away()).find(OWNER, ORDER)).isPresent());
    }

    private WholeQueue away() {
        return new StepFault(1, false).over(queue.ports);
    }
}
