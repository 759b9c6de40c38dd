package io.nightmarket.domain.simulation;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.failure.Corrupt;
import io.nightmarket.domain.order.OrderBooks;
import io.nightmarket.domain.order.OrderBooks.Writer;
import io.nightmarket.domain.order.QueueEntry;
import io.nightmarket.domain.order.QueueEntry.QueuedOrder;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A database that refuses the orders of some buyers because of their own data, and at times every order. */
final class PickyBooks {
    private final Consumer<QueueEntry> setAside;
    private int every;
    private boolean isAltered;

    /**
     * @param every of so many buyers one has orders that are refused; 0 for none
     * @param setAside is told of each entry that becomes a dead letter
     */
    PickyBooks(int every, Consumer<QueueEntry> setAside) {
        this.every = every;
        this.setAside = setAside;
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

    OrderBooks over(OrderBooks books) {
        return Changed.method(
                OrderBooks.class,
                books,
                "becomeWriter",
                (_, taken) -> taken.thenApply(writer -> over((Writer) writer)));
    }

    private Writer over(Writer writer) {
        return Changed.calls(Writer.class, (_, method, arguments) -> switch (method.getName()) {
            case "settle" ->
                isAltered || hasUnwritable((List<?>) Objects.requireNonNull(arguments)[0])
                        ? CompletableFuture.failedStage(new Corrupt("the database refuses the data"))
                        : Changed.invoke(writer, method, arguments);
            case "acceptsOrders" ->
                isAltered ? CompletableFuture.completedStage(false) : Changed.invoke(writer, method, arguments);
            case "setAside" -> {
                setAside.accept((QueueEntry) Objects.requireNonNull(arguments)[0]);
                yield Changed.invoke(writer, method, arguments);
            }
            default -> Changed.invoke(writer, method, arguments);
        });
    }

    private boolean hasUnwritable(List<?> orders) {
        return orders.stream().anyMatch(order -> refuses(((QueuedOrder) order).buyer()));
    }
}
