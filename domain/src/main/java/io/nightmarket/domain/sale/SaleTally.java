package io.nightmarket.domain.sale;

/**
 * The units of a sale in the database, counted at one moment: issued = stock + claims.
 *
 * @param claims the claims of orders that are unpaid, paid or used
 * @param cancelled orders whose units are back
 * @param refunded orders whose units are back, their money or the wish for it on its way
 * @param paid those of the claims that are paid, and not used
 * @param rejected accepted orders that the database refused
 */
public record SaleTally(
        long issued, long stock, long claims, long cancelled, long refunded, long paid, long used, long rejected) {
    public static final SaleTally NONE = new SaleTally(0, 0, 0, 0, 0, 0, 0, 0);

    /** Orders that were ever settled, whatever became of them. */
    public long settled() {
        return claims + cancelled + refunded;
    }

    /** Stock and claims beyond the units issued: 0 unless the database contradicts itself. */
    public long surplus() {
        return stock + claims - issued;
    }
}
