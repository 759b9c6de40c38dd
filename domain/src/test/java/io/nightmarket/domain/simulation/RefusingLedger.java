package io.nightmarket.domain.simulation;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.settlement.OrderLedger.Writer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A database that refuses the orders of some buyers because of their own data, and at times every order. */
final class RefusingLedger {
    private final Consumer<QueueEntry> writeDeadLetter;
    private int every;
    private boolean isAltered;

    /**
     * @param every one in this many buyers has orders that are refused; 0 for none
     * @param writeDeadLetter gets each entry that becomes a dead letter
     */
    RefusingLedger(int every, Consumer<QueueEntry> writeDeadLetter) {
        this.every = every;
        this.writeDeadLetter = writeDeadLetter;
    }

    /** Somebody alters the tables, or alters them back. */
    void alter(boolean refusesAll) {
        isAltered = refusesAll;
    }

    /** From now on the data of all buyers are taken. */
    void takeAll() {
        every = 0;
    }

    boolean refuses(UserId buyer) {
        return every > 0 && buyer.value() % every == 0;
    }

    OrderLedger over(OrderLedger ledger) {
        return Changed.writers(ledger, this::over);
    }

    private Writer over(Writer writer) {
        return Changed.calls(Writer.class, (_, method, arguments) -> switch (method.getName()) {
            case "settle" ->
                isAltered || hasUnwritable((List<?>) Objects.requireNonNull(arguments)[0])
                        ? CompletableFuture.failedStage(new Corrupt("the database refuses the data"))
                        : Changed.invoke(writer, method, arguments);
            case "acceptsOrders" ->
                isAltered ? CompletableFuture.completedStage(false) : Changed.invoke(writer, method, arguments);
            case "writeDeadLetter" -> {
                writeDeadLetter.accept((QueueEntry) Objects.requireNonNull(arguments)[0]);
                yield Changed.invoke(writer, method, arguments);
            }
            default -> Changed.invoke(writer, method, arguments);
        });
    }

    private boolean hasUnwritable(List<?> orders) {
        return orders.stream().anyMatch(order -> refuses(((QueuedOrder) order).buyer()));
    }
}
