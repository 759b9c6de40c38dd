package io.nightmarket.domain.memory;

import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.ShopId;
import org.jspecify.annotations.Nullable;

/** Flash sales for tests. */
public final class FlashSales {
    private FlashSales() {}

    /** A sale whose buyers are answered once they are accepted, without options. */
    public static NewFlashSale plain(
            ShopId shop,
            String title,
            @Nullable String subTitle,
            @Nullable String rules,
            long payValue,
            long actualValue,
            int stock,
            SaleWindow window) {
        return new NewFlashSale(
                shop,
                title,
                subTitle,
                rules,
                payValue,
                actualValue,
                stock,
                window,
                Acknowledgement.ACCEPTED,
                SaleOptions.NONE);
    }

    /** The sale with this number of units more issued and in stock. */
    static FlashSale with(FlashSale sale, long issuedMore, long stockMore) {
        return new FlashSale(
                sale.voucher(),
                sale.shard(),
                sale.state(),
                sale.window(),
                sale.issued() + issuedMore,
                sale.stock() + stockMore,
                sale.acknowledgement(),
                sale.version(),
                sale.options());
    }
}
