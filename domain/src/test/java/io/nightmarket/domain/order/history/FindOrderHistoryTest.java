package io.nightmarket.domain.order.history;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.memory.InMemoryLedger;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.ListQueue;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.domain.sale.queue.StepFault;
import io.nightmarket.domain.shop.VoucherId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class FindOrderHistoryTest {
    private static final OrderId ORDER = new OrderId(77);
    private static final VoucherId VOUCHER = new VoucherId(1);

    private final InMemoryLedger ledger = new InMemoryLedger(_ -> true);
    private final ListQueue queue = new ListQueue();
    private final FindOrderHistory histories = histories(queue.ports);

    private FindOrderHistory histories(OrderQueue from) {
        return new FindOrderHistory(
                _ -> CompletableFuture.completedStage(
                        new StoredHistory.Known(List.of(), Optional.empty(), Optional.empty())),
                Optional.of(from),
                Optional.empty(),
                new Epochs(ledger::epoch, new ManualTimers()),
                () -> Set.of(Shard.FIRST));
    }

    private static List<String> history(FindOrderHistory histories) {
        return await(histories.find(ORDER)).stream()
                .filter(entry -> entry.source() == HistoryEntry.Source.QUEUE)
                .map(HistoryEntry::text)
                .toList();
    }

    @Test
    void anOrderThatWaitsIsShownWithItsEntryAndHowManyAreTriedBeforeIt() {
        for (int order = 1; order <= 1_500; order++) {
            var _ = queue.append(1_000 + order, VOUCHER, order);
        }
        var entry = queue.append(77, VOUCHER, 5);

        assertEquals(
                List.of(
                        "admitted for buyer 5",
                        "waits in the queue of shard 1 as entry " + entry.id()
                                + ", behind 1500 that are tried before it"),
                history(histories));
    }

    @Test
    void anOrderWhoseEntryCanNotBeReadWaitsAllTheSame() {
        var _ = queue.append(77, VOUCHER, 5);
        FindOrderHistory faulty = histories(new StepFault(2, false).over(queue.ports));

        assertEquals(List.of("waits in the queue of shard 1 for buyer 5"), history(faulty));
    }

    @Test
    void anOrderThatNoPlaceKnowsHasNoHistory() {
        var _ = queue.append(78, VOUCHER, 5);
        assertEquals(List.of(), await(histories.find(ORDER)));
    }
}
