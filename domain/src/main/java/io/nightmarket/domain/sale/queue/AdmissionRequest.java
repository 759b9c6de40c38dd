package io.nightmarket.domain.sale.queue;

import io.nightmarket.domain.sale.Purchase;

/**
 * What is asked of the queue for a buyer.
 *
 * @param requestKey the buyer's own name for this request; empty when it has none
 */
public record AdmissionRequest(Purchase purchase, String requestKey) {}
