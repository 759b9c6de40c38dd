package io.nightmarket.domain.sale.operation;

import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.SaleBalance;
import io.nightmarket.domain.sale.SaleTally;
import io.nightmarket.domain.shop.VoucherId;

/**
 * A sale as it was last sampled.
 *
 * @param sampled the discrepancy of this sample
 * @param confirmed that discrepancy, if the sample before showed it, too
 * @param closedFor the discrepancy that its shard was last closed for
 * @param tally as it was last counted
 * @param waiting entries of its shard
 * @param unsettled its accepted orders that are neither settled nor rejected
 */
record SaleSample(
        OpenSale place,
        SaleDiscrepancy sampled,
        SaleDiscrepancy confirmed,
        SaleDiscrepancy closedFor,
        SaleTally tally,
        long waiting,
        long unsettled) {
    /** Whether the discrepancy is that of this sample, and no units were issued since. */
    boolean showed(SaleDiscrepancy later, OpenSale latest) {
        return sampled.equals(later)
                && place.balance().sale().issued() == latest.balance().sale().issued();
    }

    SaleSample with(SaleTally counted) {
        return new SaleSample(place, sampled, confirmed, closedFor, counted, waiting, unsettled);
    }

    /** This sample while its shard is being recovered, where no discrepancy counts. */
    SaleSample whileRecovered(OpenSale place) {
        return new SaleSample(place, SaleDiscrepancy.NONE, SaleDiscrepancy.NONE, closedFor, tally, 0, unsettled);
    }

    /** A sale whose shard is open in this epoch. */
    record OpenSale(Epoch epoch, SaleBalance balance) {
        VoucherId voucher() {
            return balance.sale().voucher();
        }
    }
}
