package io.nightmarket.mysql.sale.queue;

import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleWindow;
import java.time.Instant;
import java.util.Optional;

/**
 * A sale as its locked row says.
 *
 * @param book under which its buyers stand
 * @param held whether the units are held for the sale's waitlist
 * @param now by the server's clock
 */
record QueueSale(long book, SaleState state, SaleWindow window, long free, boolean held, Instant now) {
    /** Why no buyer is admitted, whatever is free. */
    Optional<Admission> closed() {
        if (state != SaleState.OPEN) {
            return Optional.of(new Admission.Paused());
        }
        if (now.isBefore(window.begin())) {
            return Optional.of(new Admission.NotStarted(window.begin()));
        }
        return now.isBefore(window.end()) ? Optional.empty() : Optional.of(new Admission.Ended());
    }
}
