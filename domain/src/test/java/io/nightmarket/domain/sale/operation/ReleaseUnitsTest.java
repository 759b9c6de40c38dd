package io.nightmarket.domain.sale.operation;

import static io.nightmarket.domain.contract.OrderQueueContract.letIn;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.contract.LoadedSale;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.SaleSnapshot;
import io.nightmarket.domain.sale.SaleWorld;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.OrderQueue.Release;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.StepFault;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Units that the ledger owes to the queue. */
final class ReleaseUnitsTest extends SaleWorld {
    private static final int UNITS = 1_200;
    private static final Epoch EPOCH = new Epoch(Shard.FIRST, 0);

    @BeforeEach
    void openSale() {
        sale = create(UNITS);
        await(letIn(queue, Shard.FIRST));
        await(await(LoadedSale.read(ledger, sale)).orElseThrow().openIn(queue, EPOCH));
    }

    /** The ledger refuses so many orders, and whoever refused them dies before the queue hears of it. */
    private void refuse(int orders) {
        for (int i = 1; i <= orders; i++) {
            assertAdmitted(i, new UserId(i));
        }
        OrderLedger.Writer writer = await(ledger.becomeWriter(Shard.FIRST));
        for (QueueEntry entry : await(queue.read(Shard.FIRST, EntryId.ZERO, orders, Duration.ZERO))) {
            ledger.reject(writer, entry);
        }
        assertEquals(Optional.of((long) UNITS - orders), free());
    }

    private void assertNothingIsOwed() {
        assertEquals(List.of(), await(ledger.pending(Shard.FIRST, 0, UNITS)));
        assertEquals(Optional.of((long) UNITS), free());
    }

    @Test
    void whatACrashLeftOwedIsPaidWithoutATakeOver() {
        refuse(UNITS);

        await(releasing(queue).release(Shard.FIRST));

        assertNothingIsOwed();
        await(releasing(queue).release(Shard.FIRST));
        assertNothingIsOwed();
    }

    @Test
    void aUnitThatCannotBeGivenBackHoldsUpNoOther() {
        refuse(3);

        var _ = failureOf(
                TimedOut.class, releasing(new StepFault(2, false).over(queue)).release(Shard.FIRST));

        assertEquals(List.of(purchase(2, new UserId(2))), await(ledger.pending(Shard.FIRST, 0, UNITS)));
        await(releasing(queue).release(Shard.FIRST));
        assertNothingIsOwed();
    }

    @Test
    void aUnitWhoseReplyWasLostIsNotGivenBackTwice() {
        refuse(2);

        var _ = failureOf(
                TimedOut.class, releasing(new StepFault(1, true).over(queue)).release(Shard.FIRST));

        await(releasing(queue).release(Shard.FIRST));
        assertNothingIsOwed();
    }

    /** A load that read the ledger while the order was a dead letter brings its reservation after the release. */
    @Test
    void aUnitOfASaleThatIsBeingLoadedIsReleasedOnceItIsThere() {
        FlashSale before = await(ledger.find(sale)).orElseThrow();
        LoadedSale earlier =
                new LoadedSale(new SaleSnapshot(before, 1, Set.of()), Map.of(new UserId(1), new OrderId(1)), Map.of());
        refuse(1);
        queue.loseEverything();
        await(letIn(queue, Shard.FIRST));
        WholeQueue loadsMeanwhile = Changed.calls(WholeQueue.class, (_, method, arguments) -> {
            CompletionStage<Void> loading = method.getName().equals("change")
                    ? earlier.openIn(queue, EPOCH)
                    : CompletableFuture.completedStage(null);
            return loading.thenCompose(_ -> Changed.call(queue, method, arguments));
        });

        await(releasing(loadsMeanwhile).release(Shard.FIRST));

        assertNothingIsOwed();
    }

    @Test
    void theUnitOfABuyerWhoHasAnotherOrderByNowStays() {
        refuse(1);
        assertEquals(Release.RELEASED, await(queue.release(EPOCH, purchase(1, new UserId(1)))));
        assertAdmitted(9, ALICE);

        await(releasing(queue).release(Shard.FIRST));

        assertEquals(Optional.of(UNITS - 1L), free());
        assertEquals(Optional.of(new OrderId(9)), await(queue.findOrder(EPOCH, sale, ALICE)));
    }
}
