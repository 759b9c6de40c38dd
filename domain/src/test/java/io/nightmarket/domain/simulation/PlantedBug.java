package io.nightmarket.domain.simulation;

import io.nightmarket.domain.failure.Corrupt;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.memory.InMemoryBooks;
import io.nightmarket.domain.order.OrderBooks;
import io.nightmarket.domain.order.OrderBooks.Writer;
import io.nightmarket.domain.order.OrderQueue;
import io.nightmarket.domain.order.QueueEntry;
import io.nightmarket.domain.order.QueueEntry.QueuedOrder;
import io.nightmarket.domain.order.Settlement;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** Bugs of the usual kind, which the simulation must find: else its silence says nothing. */
enum PlantedBug {
    NONE,
    /** What was read is acknowledged at once, before the books have it. */
    ACKNOWLEDGE_BEFORE_COMMIT {
        @Override
        OrderQueue in(OrderQueue queue) {
            return Changed.method(
                    OrderQueue.class,
                    queue,
                    "read",
                    (arguments, read) ->
                            read.thenCompose(entries -> acknowledgeAll(queue, (Shard) arguments[0], (List<?>) entries)
                                    .thenApply(_ -> entries)));
        }

        private static CompletionStage<Void> acknowledgeAll(OrderQueue queue, Shard shard, List<?> entries) {
            return entries.isEmpty()
                    ? CompletableFuture.completedStage(null)
                    : queue.acknowledge(shard, ((QueueEntry) entries.getLast()).id());
        }
    },
    /** The stock is lowered by the orders of a batch, those included that the books have already. */
    DECREMENT_ON_REPLAY {
        @Override
        OrderBooks in(InMemoryBooks books) {
            return Changed.method(
                    OrderBooks.class,
                    books,
                    "becomeWriter",
                    (_, taken) -> taken.thenApply(writer -> in(books, (Writer) writer)));
        }

        private static Writer in(InMemoryBooks books, Writer writer) {
            return Changed.method(
                    Writer.class,
                    writer,
                    "settle",
                    (arguments, settled) -> settled.thenApply(done -> {
                        lowerForAll(books, (List<?>) arguments[0], (Settlement) done);
                        return done;
                    }));
        }

        private static void lowerForAll(InMemoryBooks books, List<?> orders, Settlement done) {
            int fresh = done.settled().size() + done.rejected().size();
            QueuedOrder any = (QueuedOrder) orders.getFirst();
            books.plantStock(any.voucher(), fresh - orders.size());
        }
    },
    /** An order that fails alone is given up, whatever it was that failed. */
    BLAME_THE_ORDER {
        @Override
        OrderBooks in(InMemoryBooks books) {
            return Changed.method(
                    OrderBooks.class,
                    books,
                    "becomeWriter",
                    (_, taken) -> taken.thenApply(writer -> blaming((Writer) writer)));
        }

        private static Writer blaming(Writer writer) {
            AtomicInteger calls = new AtomicInteger();
            return Changed.calls(
                    Writer.class,
                    (_, method, arguments) -> method.getName().equals("settle")
                                    && ((List<?>) Objects.requireNonNull(arguments)[0]).size() == 1
                                    && calls.incrementAndGet() % 5 == 0
                            ? CompletableFuture.failedStage(new Corrupt("it failed"))
                            : Changed.invoke(writer, method, arguments));
        }
    };

    OrderQueue in(OrderQueue queue) {
        return queue;
    }

    OrderBooks in(InMemoryBooks books) {
        return books;
    }
}
