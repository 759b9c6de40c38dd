package io.nightmarket.domain.order.list;

/** Counts what happens to cached order lists, in orders unless said otherwise. */
public interface OrderListMeter {
    /** All tries failed; a repair was asked for. */
    void failed(int orders);

    /** Too many updates were under way. */
    void skipped(int orders);

    /** A request to repair was done. */
    void repaired(int orders);

    /** A comparison with the database found them missing, or of another status, and put them. */
    void discrepancies(int orders);

    /** A list was loaded from the database. */
    void loaded();
}
