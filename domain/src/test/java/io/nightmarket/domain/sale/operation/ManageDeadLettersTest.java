package io.nightmarket.domain.sale.operation;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.contract.LoadedSale;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.SaleWorld;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class ManageDeadLettersTest extends SaleWorld {
    private static final OrderId ORDER = new OrderId(1);
    private final ManageDeadLetters letters = new ManageDeadLetters(
            Set.of(Shard.FIRST), ledger, WholeQueue.ports(queue), epochs, preparing(queue, epochs)::restore);
    private final OrderLedger.Writer writer = await(ledger.becomeWriter(Shard.FIRST));

    /** A running sale with one order, which was set aside. */
    private void saleWithALetter() {
        Epoch epoch = await(writer.nextEpoch());
        var _ = await(queue.beginEpoch(epoch));
        await(queue.open(epoch, EntryId.ZERO));
        sale = create(5);
        await(await(LoadedSale.read(ledger, sale)).orElseThrow().openIn(queue, epoch));
        assertAdmitted(ORDER.value(), ALICE);
        await(writer.writeDeadLetter(await(read(EntryId.ZERO)).getFirst(), "odd"));
    }

    private long letter() {
        return await(letters.list(10)).getFirst().id();
    }

    @Test
    void aReplayedOrderOutlivesTheEntryThatWasNotAcknowledgedYet() {
        saleWithALetter();

        assertEquals(ManageDeadLetters.Outcome.REPLAYED, await(letters.replay(letter())));
        await(queue.acknowledge(Shard.FIRST, writer.lastSettled()));

        assertTheOrderWaits();
        assertEquals(List.of(), await(letters.list(10)));
    }

    @Test
    void anOrderOfASaleThatTheQueueForgotIsReplayedAfterItsEndToo() {
        saleWithALetter();
        clock.advance(Duration.ofDays(7));
        Epoch next = await(writer.nextEpoch());
        var _ = await(queue.beginEpoch(next));
        await(queue.drop(next, sale));
        await(queue.open(next, writer.lastSettled()));

        assertEquals(ManageDeadLetters.Outcome.REPLAYED, await(letters.replay(letter())));

        assertTheOrderWaits();
    }

    @Test
    void nothingIsReplayedIntoAQueueThatIsBeingRebuilt() {
        saleWithALetter();
        await(queue.acknowledge(Shard.FIRST, writer.lastSettled()));
        var _ = await(queue.beginEpoch(await(writer.nextEpoch())));

        assertInstanceOf(Unavailable.class, failureOf(letters.replay(letter())));

        assertEquals(List.of(), await(read(EntryId.ZERO)));
        assertEquals(1, await(letters.list(10)).size());
    }

    private void assertTheOrderWaits() {
        List<QueueEntry> waiting = await(read(writer.lastSettled()));
        assertEquals(1, waiting.size());
        assertEquals(
                ORDER,
                assertInstanceOf(QueueEntry.QueuedOrder.class, waiting.getFirst())
                        .order());
    }

    private CompletionStage<List<QueueEntry>> read(EntryId after) {
        return queue.read(Shard.FIRST, after, 10, Duration.ZERO);
    }
}
