package io.nightmarket.domain.sale.operation;

import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.domain.sale.queue.OrderQueue.Reservation;
import java.util.concurrent.CompletionStage;

/** Reserves units of flash sales for orders that lost theirs. */
public final class ReserveUnits {
    private final OrderQueue queue;
    private final Epochs epochs;
    private final PrepareSales sales;

    public ReserveUnits(OrderQueue queue, Epochs epochs, PrepareSales sales) {
        this.queue = queue;
        this.epochs = epochs;
        this.sales = sales;
    }

    /** Outcome of a reservation, and its epoch. */
    public record Answer(Reservation reservation, Epoch epoch) {}

    /** Reserves a unit, once per revision, in the shard's epoch. A sale that the queue lacks is loaded, unless it is long over. */
    public CompletionStage<Answer> reserve(Shard shard, Purchase purchase) {
        return sales.withSale(
                purchase.voucher(),
                () -> call(shard, purchase),
                answer -> answer.reservation() == Reservation.NO_SUCH_SALE,
                (answer, _) -> answer);
    }

    private CompletionStage<Answer> call(Shard shard, Purchase purchase) {
        return epochs.call(
                shard,
                epoch -> queue.reserve(epoch, purchase).thenApply(reservation -> new Answer(reservation, epoch)));
    }
}
