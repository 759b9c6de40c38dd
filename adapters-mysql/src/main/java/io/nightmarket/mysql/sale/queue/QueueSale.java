package io.nightmarket.mysql.sale.queue;

import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.SaleChange;
import io.nightmarket.domain.sale.SaleChange.Decision;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleWindow;
import java.time.Instant;
import java.util.Optional;

/**
 * A sale as its locked row says.
 *
 * @param book under which its buyers stand
 * @param held whether the units are held for the sale's waitlist
 * @param version grows when state or window change
 * @param changed the version of the change that was applied last; 0: none was
 * @param now by the server's clock
 */
record QueueSale(
        long book,
        SaleState state,
        SaleWindow window,
        long free,
        boolean held,
        long version,
        long changed,
        Instant now) {
    /** Why no buyer is admitted, whatever is free. */
    Optional<Admission> closed() {
        Optional<Admission> off = switch (state) {
            case OPEN -> Optional.empty();
            case PAUSED -> Optional.of(new Admission.Paused());
            case CALLED_OFF -> Optional.of(new Admission.CalledOff());
            case DRAFT -> Optional.of(new Admission.NoSuchSale());
        };
        if (off.isPresent()) {
            return off;
        }
        if (now.isBefore(window.begin())) {
            return Optional.of(new Admission.NotStarted(window.begin()));
        }
        return now.isBefore(window.end()) ? Optional.empty() : Optional.of(new Admission.Ended());
    }

    /** Decides on a change by the server's clock. */
    Decision decide(SaleChange change) {
        FlashSale wanted = change.sale();
        if (changed == wanted.version()) {
            return Decision.APPLIED;
        }
        if (wanted.version() <= version) {
            return Decision.OVERTAKEN;
        }
        Instant begin = window.begin();
        Instant moved = wanted.window().begin();
        boolean isTooLate =
                change.beforeBegin() && !now.plus(SaleChange.LEAD).isBefore(begin.isBefore(moved) ? begin : moved);
        return isTooLate || (!begin.equals(moved) && !now.isBefore(begin)) ? Decision.BEGUN : Decision.APPLIED;
    }
}
