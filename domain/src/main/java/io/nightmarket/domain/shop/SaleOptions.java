package io.nightmarket.domain.shop;

/**
 * What a merchant chooses for a sale.
 *
 * @param waitlist whether units that come back are offered to buyers who wait
 * @param waitingRoom whether buyers need a pass of the sale's waiting room
 * @param signedPath whether buyers need the signed purchase path, which is published when the sale opens
 */
public record SaleOptions(boolean waitlist, boolean waitingRoom, boolean signedPath) {
    public static final SaleOptions NONE = new SaleOptions(false, false, false);
}
