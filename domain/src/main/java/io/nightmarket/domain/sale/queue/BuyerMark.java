package io.nightmarket.domain.sale.queue;

/**
 * How far the buyers of a sale were read, in the order of their admission.
 *
 * @param opening the opening of the sale in the queue; another one means that the sale was put into the queue again
 * @param position behind the last buyer read
 */
public record BuyerMark(long opening, long position) {
    /** Before anything was read. */
    public static final BuyerMark NONE = new BuyerMark(0, 0);
}
