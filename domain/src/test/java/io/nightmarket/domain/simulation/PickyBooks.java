package io.nightmarket.domain.simulation;

import io.nightmarket.domain.failure.Corrupt;
import io.nightmarket.domain.order.OrderBooks;
import io.nightmarket.domain.order.OrderBooks.Writer;
import io.nightmarket.domain.order.QueueEntry.QueuedOrder;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** Books that can't write the orders of some buyers, so that accepted orders are refused and their units go back. */
final class PickyBooks {
    private PickyBooks() {}

    /** @param every of so many buyers one has such orders; 0 for none */
    static OrderBooks over(OrderBooks books, int every) {
        return every == 0
                ? books
                : Changed.method(
                        OrderBooks.class,
                        books,
                        "becomeWriter",
                        (_, taken) -> taken.thenApply(writer -> over((Writer) writer, every)));
    }

    private static Writer over(Writer writer, int every) {
        return Changed.calls(
                Writer.class,
                (_, method, arguments) -> method.getName().equals("settle")
                                && hasUnwritable((List<?>) Objects.requireNonNull(arguments)[0], every)
                        ? CompletableFuture.failedStage(new Corrupt("no such order can be written"))
                        : Changed.invoke(writer, method, arguments));
    }

    private static boolean hasUnwritable(List<?> orders, int every) {
        return orders.stream().anyMatch(order -> ((QueuedOrder) order).buyer().value() % every == 0);
    }
}
