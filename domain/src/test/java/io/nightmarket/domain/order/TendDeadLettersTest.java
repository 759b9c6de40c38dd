package io.nightmarket.domain.order;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.LoadedSale;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.flashsale.Acknowledgement;
import io.nightmarket.domain.flashsale.NewFlashSale;
import io.nightmarket.domain.flashsale.PrepareSales;
import io.nightmarket.domain.flashsale.Purchase;
import io.nightmarket.domain.flashsale.SaleDirectory;
import io.nightmarket.domain.flashsale.SaleWindow;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.flashsale.VoucherId;
import io.nightmarket.domain.memory.InMemoryBooks;
import io.nightmarket.domain.memory.InMemoryOrderQueue;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.shop.ShopId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class TendDeadLettersTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final OrderId ORDER = new OrderId(1);

    private final ManualClock clock = new ManualClock(NOON);
    private final InMemoryBooks books = new InMemoryBooks(_ -> true);
    private final InMemoryOrderQueue queue = new InMemoryOrderQueue(clock);
    private final Epochs epochs = new Epochs(books, new ManualTimers());
    private final PrepareSales preparation =
            new PrepareSales(books, queue, epochs, new SaleDirectory(books), clock, Duration.ofHours(24));
    private final TendDeadLetters letters =
            new TendDeadLetters(Set.of(Shard.FIRST), books, queue, epochs, preparation::restore);
    private final OrderBooks.Writer writer = await(books.becomeWriter(Shard.FIRST));

    /** A running sale with one order, which was set aside. */
    private VoucherId saleWithALetter() {
        Epoch epoch = await(writer.nextEpoch());
        var _ = await(queue.fence(epoch));
        await(queue.unfence(epoch, EntryId.ZERO));
        SaleWindow window = new SaleWindow(NOON.minusSeconds(60), NOON.plusSeconds(3600));
        VoucherId sale = await(books.create(
                        new NewFlashSale(new ShopId(1), "sale", null, null, 1, 2, 5, window, Acknowledgement.ACCEPTED),
                        Shard.FIRST))
                .orElseThrow()
                .voucher();
        await(await(LoadedSale.read(books, sale)).orElseThrow().openIn(queue, epoch));
        Purchase purchase = new Purchase(ORDER, sale, new UserId(7));
        var _ = await(queue.admit(epoch, sale, List.of(new AdmissionRequest(purchase, ""))));
        await(writer.setAside(await(read(EntryId.ZERO)).getFirst(), "odd"));
        return sale;
    }

    private long letter() {
        return await(letters.list(10)).getFirst().id();
    }

    @Test
    void aReplayedOrderOutlivesTheEntryThatWasNotAcknowledgedYet() {
        VoucherId _ = saleWithALetter();

        assertEquals(TendDeadLetters.Replay.REPLAYED, await(letters.replay(letter())));
        await(queue.acknowledge(Shard.FIRST, writer.lastSettled()));

        assertTheOrderWaits();
        assertEquals(List.of(), await(letters.list(10)));
    }

    @Test
    void anOrderOfASaleThatTheQueueForgotIsReplayedAfterItsEndToo() {
        VoucherId sale = saleWithALetter();
        clock.advance(Duration.ofDays(7));
        Epoch next = await(writer.nextEpoch());
        var _ = await(queue.fence(next));
        await(queue.drop(next, sale));
        await(queue.unfence(next, writer.lastSettled()));

        assertEquals(TendDeadLetters.Replay.REPLAYED, await(letters.replay(letter())));

        assertTheOrderWaits();
    }

    @Test
    void nothingIsReplayedIntoAQueueThatIsBeingRebuilt() {
        VoucherId _ = saleWithALetter();
        await(queue.acknowledge(Shard.FIRST, writer.lastSettled()));
        var _ = await(queue.fence(await(writer.nextEpoch())));

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
