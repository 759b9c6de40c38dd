package io.nightmarket.domain.sale.settlement;

/** Measures the batches that are settled. */
@FunctionalInterface
public interface SettleMeter {
    SettleMeter NONE = _ -> () -> {};

    /**
     * The settlement of a batch begins.
     *
     * @return is run when it is in the database, and not when that failed
     */
    Runnable begin(int entries);
}
