package io.nightmarket.domain.sale;

import java.time.Instant;

/** When a sale is on: from {@code begin} to just before {@code end}. */
public record SaleWindow(Instant begin, Instant end) {
    public SaleWindow {
        if (!begin.isBefore(end)) {
            throw new IllegalArgumentException("a sale must begin before it ends");
        }
    }
}
