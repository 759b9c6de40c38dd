package io.nightmarket.domain.sale.admission;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The purchase requests of all nodes, by sale, minute and outcome. */
public interface SaleMinutes {
    /**
     * Requests of a sale that ended alike.
     *
     * @param sale the number of its voucher; 0: of sales beyond those that a node counts each by itself
     */
    record Requests(long sale, RequestOutcome outcome, long number) {}

    /** Adds them to those of the minute, all or none; adding them again counts them twice. */
    CompletionStage<Void> add(Instant minute, List<Requests> requests);
}
