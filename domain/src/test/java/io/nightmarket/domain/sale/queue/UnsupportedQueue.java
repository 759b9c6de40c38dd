package io.nightmarket.domain.sale.queue;

import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleSnapshot;
import io.nightmarket.domain.simulation.Changed;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A queue that can do nothing: tests give it what they need. */
public abstract class UnsupportedQueue extends FaultyQueue {
    protected UnsupportedQueue() {
        super(
                Changed.calls(WholeQueue.class, (_, _, _) -> {
                    throw new UnsupportedOperationException();
                }),
                new StepFault(0, false));
    }

    @Override
    public CompletionStage<SaleOpening> beginOpening(FlashSale sale) {
        return CompletableFuture.completedStage(new SaleOpening() {
            @Override
            public CompletionStage<Void> reserve(List<Purchase> reservations) {
                return CompletableFuture.completedStage(null);
            }

            @Override
            public CompletionStage<Void> open(Epoch epoch, SaleSnapshot snapshot) {
                return UnsupportedQueue.this.open(epoch, snapshot);
            }
        });
    }

    /** A sale is opened; its reservations are not noted. */
    protected CompletionStage<Void> open(Epoch epoch, SaleSnapshot snapshot) {
        throw new UnsupportedOperationException();
    }
}
