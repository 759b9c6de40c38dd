package io.nightmarket.domain.sale.operation;

import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.queue.QueuePorts;
import io.nightmarket.domain.sale.queue.QueuedTerms;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Gives the queue the terms of the database. A window that other software changed gets a version of its own. */
final class AlignTerms {
    private final FlashSaleRepository sales;
    private final QueuePorts queue;

    AlignTerms(FlashSaleRepository sales, QueuePorts queue) {
        this.sales = sales;
        this.queue = queue;
    }

    CompletionStage<?> align(FlashSale sale) {
        return queue.audit()
                .terms(sale.shard(), sale.voucher())
                .thenCompose(queued -> queued.filter(terms -> isOdd(terms, sale))
                        .map(terms -> sales.raiseVersion(sale, terms.version()))
                        .orElse(CompletableFuture.completedStage(Optional.of(sale))))
                .thenCompose(now -> now.map(queue.sales()::change).orElse(CompletableFuture.completedStage(false)));
    }

    /** Another window under this version, or under one that the database lost. */
    private static boolean isOdd(QueuedTerms queued, FlashSale sale) {
        return queued.version() >= sale.version() && !queued.window().equals(sale.window());
    }
}
