package io.nightmarket.domain.sale.admission;

import static io.nightmarket.domain.contract.OrderQueueContract.letIn;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.BatchMeter;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.sale.BuyerSignatures;
import io.nightmarket.domain.sale.PurchaseAnswer;
import io.nightmarket.domain.sale.SaleWorld;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.admission.PlaceFlashOrder.PurchaseRequest;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.sale.settlement.AwaitSettlement;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class PlaceFlashOrderTest extends SaleWorld {

    /** Loading the claims of a large sale may take many seconds. */
    @Test
    void aBuyerDoesNotWaitForTheLoadOfALargeSale() {
        sale = create(3);
        await(letIn(queue, Shard.FIRST));

        CompletableFuture<PurchaseAnswer> placing = placing()
                .place(new PurchaseRequest(new UserId(7), sale, "", Optional.empty(), "", ""))
                .toCompletableFuture();
        assertFalse(placing.isDone());
        timers.advance(PlaceFlashOrder.LOAD_TIMEOUT);

        assertInstanceOf(Unavailable.class, failureOf(placing));
    }

    private PlaceFlashOrder placing() {
        WholeQueue hanging = Changed.calls(WholeQueue.class, (_, _, _) -> new CompletableFuture<>());
        return new PlaceFlashOrder(
                directory,
                () -> CompletableFuture.completedStage(1L),
                new AdmitBuyers(queue, epochs, timers, new Random(42), 1, 10, BatchMeter.NONE),
                preparing(hanging, epochs),
                new SoldOutMemory(queue, timers, clock, Duration.ofSeconds(1)),
                new AwaitSettlement(
                        ledger, timers, new AwaitSettlement.Limits(Duration.ofSeconds(2), Duration.ofMillis(200), 100)),
                timers,
                new PurchasePaths(directory, new BuyerSignatures(new byte[32]), clock),
                (_, _, placing) -> placing.get(),
                new SaleRequests(clock));
    }
}
