package io.nightmarket.domain.sale.queue;

import static io.nightmarket.domain.failure.Arguments.require;

import io.nightmarket.domain.sale.Purchase;

/**
 * What is asked of the queue for a buyer.
 *
 * @param requestKey the buyer's own name for this request, without blanks; empty when it has none
 */
public record AdmissionRequest(Purchase purchase, String requestKey) {
    /** A key with a blank could look like what a queue stores behind an order. */
    public AdmissionRequest {
        require(requestKey.indexOf(' ') < 0, "a request key has no blanks: " + requestKey);
    }
}
