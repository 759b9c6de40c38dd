package io.nightmarket.domain.sale.operation;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.contract.LoadedSale;
import io.nightmarket.domain.memory.InMemoryLedger;
import io.nightmarket.domain.memory.InMemoryOrderQueue;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleDirectory;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class ManageDeadLettersTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final OrderId ORDER = new OrderId(1);

    private final ManualClock clock = new ManualClock(NOON);
    private final InMemoryLedger ledger = new InMemoryLedger(_ -> true);
    private final InMemoryOrderQueue queue = new InMemoryOrderQueue(clock);
    private final Epochs epochs = new Epochs(ledger::epoch, new ManualTimers());
    private final PrepareSales preparation =
            new PrepareSales(ledger, queue, epochs, new SaleDirectory(ledger), clock, Duration.ofHours(24));
    private final ManageDeadLetters letters =
            new ManageDeadLetters(Set.of(Shard.FIRST), ledger, WholeQueue.ports(queue), epochs, preparation::restore);
    private final OrderLedger.Writer writer = await(ledger.becomeWriter(Shard.FIRST));

    /** A running sale with one order, which was set aside. */
    private VoucherId saleWithALetter() {
        Epoch epoch = await(writer.nextEpoch());
        var _ = await(queue.beginEpoch(epoch));
        await(queue.open(epoch, EntryId.ZERO));
        SaleWindow window = new SaleWindow(NOON.minusSeconds(60), NOON.plusSeconds(3600));
        VoucherId sale = await(ledger.create(
                        new NewFlashSale(
                                new ShopId(1),
                                "sale",
                                null,
                                null,
                                1,
                                2,
                                5,
                                window,
                                Acknowledgement.ACCEPTED,
                                SaleOptions.NONE),
                        Shard.FIRST))
                .orElseThrow()
                .voucher();
        await(await(LoadedSale.read(ledger, sale)).orElseThrow().openIn(queue, epoch));
        Purchase purchase = new Purchase(ORDER, sale, new UserId(7));
        var _ = await(queue.admit(epoch, sale, List.of(new AdmissionRequest(purchase, ""))));
        await(writer.writeDeadLetter(await(read(EntryId.ZERO)).getFirst(), "odd"));
        return sale;
    }

    private long letter() {
        return await(letters.list(10)).getFirst().id();
    }

    @Test
    void aReplayedOrderOutlivesTheEntryThatWasNotAcknowledgedYet() {
        VoucherId _ = saleWithALetter();

        assertEquals(ManageDeadLetters.Outcome.REPLAYED, await(letters.replay(letter())));
        await(queue.acknowledge(Shard.FIRST, writer.lastSettled()));

        assertTheOrderWaits();
        assertEquals(List.of(), await(letters.list(10)));
    }

    @Test
    void anOrderOfASaleThatTheQueueForgotIsReplayedAfterItsEndToo() {
        VoucherId sale = saleWithALetter();
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
        VoucherId _ = saleWithALetter();
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
