package io.nightmarket.chaos;

/** How large the sales of a campaign are. */
record SaleSize(int buyers, int stock) {
    static final SaleSize USUAL = new SaleSize(20_000, 5_000);

    /** The options that name it; nothing for what is usual. */
    String options() {
        return (buyers == USUAL.buyers ? "" : " --buyers " + buyers)
                + (stock == USUAL.stock ? "" : " --stock " + stock);
    }
}
