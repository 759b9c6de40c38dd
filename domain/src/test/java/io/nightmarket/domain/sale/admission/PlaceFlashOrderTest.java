package io.nightmarket.domain.sale.admission;

import static io.nightmarket.domain.contract.OrderQueueContract.letIn;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.FlashSales;
import io.nightmarket.domain.memory.InMemoryLedger;
import io.nightmarket.domain.memory.InMemoryOrderQueue;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.sale.BuyerSignatures;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.PurchaseAnswer;
import io.nightmarket.domain.sale.SaleDirectory;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.admission.PlaceFlashOrder.PurchaseRequest;
import io.nightmarket.domain.sale.operation.PrepareSales;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.UnsupportedQueue;
import io.nightmarket.domain.sale.settlement.AwaitSettlement;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class PlaceFlashOrderTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    private final ManualClock clock = new ManualClock(NOON);
    private final ManualTimers timers = new ManualTimers();
    private final InMemoryLedger ledger = new InMemoryLedger(_ -> true, clock);
    private final InMemoryOrderQueue queue = new InMemoryOrderQueue(clock);
    private final Epochs epochs = new Epochs(ledger::epoch, timers);
    private final SaleDirectory directory = new SaleDirectory(ledger);

    /** Loading the claims of a large sale may take many seconds. */
    @Test
    void aBuyerDoesNotWaitForTheLoadOfALargeSale() {
        SaleWindow window = new SaleWindow(NOON.minusSeconds(60), NOON.plusSeconds(3600));
        VoucherId sale = await(
                        ledger.create(FlashSales.plain(new ShopId(1), "券", null, null, 1, 2, 3, window), Shard.FIRST))
                .orElseThrow()
                .voucher();
        await(letIn(queue, Shard.FIRST));

        CompletableFuture<PurchaseAnswer> placing = placing()
                .place(new PurchaseRequest(new UserId(7), sale, "", Optional.empty(), "", ""))
                .toCompletableFuture();
        assertFalse(placing.isDone());
        timers.advance(PlaceFlashOrder.LOAD_TIMEOUT);

        assertInstanceOf(Unavailable.class, failureOf(placing));
    }

    private PlaceFlashOrder placing() {
        PrepareSales loading = new PrepareSales(
                ledger,
                new UnsupportedQueue() {
                    @Override
                    public CompletionStage<Boolean> change(FlashSale known) {
                        return new CompletableFuture<>();
                    }
                },
                epochs,
                directory,
                clock,
                Duration.ofHours(24));
        return new PlaceFlashOrder(
                directory,
                () -> CompletableFuture.completedStage(1L),
                new AdmitBuyers(queue, epochs, timers, new Random(42), 1, 10),
                loading,
                new SoldOutMemory(queue, timers, clock, Duration.ofSeconds(1)),
                new AwaitSettlement(
                        ledger, timers, new AwaitSettlement.Limits(Duration.ofSeconds(2), Duration.ofMillis(200), 100)),
                timers,
                new PurchasePaths(directory, new BuyerSignatures(new byte[32]), clock),
                (_, _, placing) -> placing.get());
    }
}
