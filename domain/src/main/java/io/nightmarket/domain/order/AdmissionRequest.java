package io.nightmarket.domain.order;

import io.nightmarket.domain.flashsale.Purchase;

/**
 * What is asked of the queue for a buyer.
 *
 * @param requestKey the buyer's own name for this wish; empty when it has none
 */
public record AdmissionRequest(Purchase purchase, String requestKey) {}
