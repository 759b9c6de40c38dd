package io.nightmarket.domain.sale.queue;

import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleWindow;

/** The terms by which a queue admits buyers to a sale. */
public record QueuedTerms(SaleState state, SaleWindow window, long version) {}
