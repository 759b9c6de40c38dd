package io.nightmarket.domain.simulation;

import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.AuditReport;
import io.nightmarket.domain.sale.operation.AuditSales;
import io.nightmarket.domain.sale.queue.BegunEpoch;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.settlement.OrderLedger.Writer;
import io.nightmarket.domain.sale.settlement.Settlement;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** Bugs of the usual kind, which the simulation must find: else its silence says nothing. */
public enum ViolatingFixture {
    NONE,
    /** What was read is acknowledged at once, before the ledger has it. */
    ACKNOWLEDGE_BEFORE_COMMIT {
        @Override
        WholeQueue in(WholeQueue queue) {
            return Changed.method(
                    WholeQueue.class,
                    queue,
                    "read",
                    (arguments, read) ->
                            read.thenCompose(entries -> acknowledgeAll(queue, (Shard) arguments[0], (List<?>) entries)
                                    .thenApply(_ -> entries)));
        }

        private static CompletionStage<Void> acknowledgeAll(WholeQueue queue, Shard shard, List<?> entries) {
            return entries.isEmpty()
                    ? CompletableFuture.completedStage(null)
                    : queue.acknowledge(shard, ((QueueEntry) entries.getLast()).id());
        }
    },
    /** The stock is lowered by the orders of a batch, those included that the ledger has already. */
    DECREMENT_ON_REPLAY {
        @Override
        OrderLedger in(OrderLedger ledger, Stores stores) {
            return Changed.writers(ledger, writer -> in(stores, writer));
        }

        private static Writer in(Stores stores, Writer writer) {
            return Changed.method(
                    Writer.class,
                    writer,
                    "settle",
                    (arguments, settled) -> settled.thenApply(done -> {
                        lowerForAll(stores, (List<?>) arguments[0], (Settlement) done);
                        return done;
                    }));
        }

        private static void lowerForAll(Stores stores, List<?> orders, Settlement done) {
            int fresh = done.settled().size() + done.rejected().size();
            QueuedOrder any = (QueuedOrder) orders.getFirst();
            stores.plantStock(any.voucher(), fresh - orders.size());
        }
    },
    /** An order that fails alone is given up, whatever it was that failed. */
    BLAME_THE_ORDER {
        @Override
        OrderLedger in(OrderLedger ledger, Stores stores) {
            return Changed.writers(ledger, writer -> blaming(writer));
        }

        private static Writer blaming(Writer writer) {
            AtomicInteger calls = new AtomicInteger();
            return Changed.calls(
                    Writer.class,
                    (_, method, arguments) -> method.getName().equals("settle")
                                    && ((List<?>) Objects.requireNonNull(arguments)[0]).size() == 1
                                    && calls.incrementAndGet() % 5 >= 3
                            ? CompletableFuture.failedStage(new Corrupt("it failed"))
                            : Changed.invoke(writer, method, arguments));
        }
    },
    /** An order that is refused alone becomes a dead letter, whether or not the tables take others. */
    NO_PROBE {
        @Override
        OrderLedger over(OrderLedger ledger) {
            return Changed.writers(
                    ledger,
                    writer -> Changed.method(
                            Writer.class, writer, "acceptsOrders", (_, _) -> CompletableFuture.completedStage(true)));
        }
    },
    /** A recovery makes the queue anew from the database, whatever else the queue knows. */
    FORGET_RESERVATIONS {
        @Override
        WholeQueue in(WholeQueue queue) {
            return Changed.calls(WholeQueue.class, (_, method, arguments) -> switch (method.getName()) {
                case "beginEpoch" ->
                    Changed.call(queue, method, arguments).thenApply(fenced -> with((BegunEpoch) fenced, 0));
                case "reenqueue" ->
                    queue.isOpen((Epoch) Objects.requireNonNull(arguments)[0])
                            .thenCompose(isOpen -> isOpen
                                    ? Changed.call(queue, method, arguments)
                                    : CompletableFuture.<Object>completedStage(0));
                default -> Changed.invoke(queue, method, arguments);
            });
        }
    },
    /** A node goes on using an epoch that the database does not confirm. */
    UNCONFIRMED_EPOCH {
        @Override
        Optional<Duration> epochMaxAge(Optional<Duration> maxAge) {
            return Optional.empty();
        }
    },
    /** What differs at first sight is wrong. */
    HASTY_AUDIT {
        @Override
        CompletionStage<AuditReport> audit(AuditSales audit, Servers servers) {
            return new HastyAudit(servers).iterate();
        }
    },
    /** Which sales are over is judged by the clock of the node that keeps them. */
    KEEPER_BY_NODE_CLOCK {
        @Override
        FlashSaleRepository keptBy(FlashSaleRepository sales, Clock clock) {
            return Changed.calls(FlashSaleRepository.class, (_, method, arguments) -> {
                if (!method.getName().equals("over")) {
                    return Changed.invoke(sales, method, arguments);
                }
                Object[] asked = Objects.requireNonNull(arguments);
                Duration kept = (Duration) asked[0];
                return sales.over(Duration.ofDays(-1), (Long) asked[1], (Integer) asked[2])
                        .thenApply(all -> all.stream()
                                .filter(sale -> sale.window().end().plus(kept).isBefore(clock.instant()))
                                .toList());
            });
        }
    };

    private static BegunEpoch with(BegunEpoch fenced, long epoch) {
        return new BegunEpoch(
                epoch == 0 ? EntryId.ZERO : new EntryId(Long.MAX_VALUE, Long.MAX_VALUE), epoch, fenced.waiting());
    }

    WholeQueue in(WholeQueue queue) {
        return queue;
    }

    OrderLedger in(OrderLedger ledger, Stores stores) {
        return ledger;
    }

    /** The database that refuses orders. */
    OrderLedger over(OrderLedger ledger) {
        return ledger;
    }

    /** The database as the keeper of sales sees it. */
    FlashSaleRepository keptBy(FlashSaleRepository sales, Clock clock) {
        return sales;
    }

    Optional<Duration> epochMaxAge(Optional<Duration> maxAge) {
        return maxAge;
    }

    /** A round of the audit. */
    CompletionStage<AuditReport> audit(AuditSales audit, Servers servers) {
        return audit.iterate();
    }
}
