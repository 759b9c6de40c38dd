package io.nightmarket.domain.sale;

import io.nightmarket.domain.shop.ShopId;
import org.jspecify.annotations.Nullable;

/**
 * A sale as its staff see it.
 *
 * @param shop null when other software took it away
 */
public record SaleDetails(FlashSale sale, @Nullable ShopId shop, SalePlan plan) {
    /** A draft of a sale as this one, with all units that this one issued. */
    public NewFlashSale copy(ShopId of, SaleWindow window) {
        return new NewFlashSale(
                of,
                plan.title(),
                plan.subTitle(),
                plan.rules(),
                plan.payValue(),
                plan.actualValue(),
                Math.toIntExact(sale.issued()),
                window,
                sale.acknowledgement(),
                sale.options(),
                true);
    }

    /**
     * The change that gives the sale this plan, by this version.
     *
     * @param withdraw whether it becomes a draft
     */
    public SaleChange change(SalePlan wanted, boolean withdraw, long version) {
        FlashSale changed = new FlashSale(
                sale.voucher(),
                sale.shard(),
                withdraw ? SaleState.DRAFT : sale.state(),
                wanted.window(),
                sale.issued(),
                sale.stock(),
                sale.acknowledgement(),
                version,
                sale.options());
        return new SaleChange(changed, withdraw || !wanted.equals(plan.with(wanted.window())));
    }
}
