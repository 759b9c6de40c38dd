package io.nightmarket.domain.memory;

import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.SaleState;
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
        Acknowledgement accepted = Acknowledgement.ACCEPTED;
        return new NewFlashSale(
                shop, title, subTitle, rules, payValue, actualValue, stock, window, accepted, SaleOptions.NONE);
    }

    /** A sale of units for 1, which are worth 2, with these options. */
    public static NewFlashSale withOptions(ShopId shop, int stock, SaleWindow window, SaleOptions options) {
        return new NewFlashSale(shop, "券", null, null, 1, 2, stock, window, Acknowledgement.ACCEPTED, options);
    }

    /** The sale in this state, which it got by this version. */
    public static FlashSale in(FlashSale sale, SaleState state, long version) {
        return new FlashSale(
                sale.voucher(),
                sale.shard(),
                state,
                sale.window(),
                sale.issued(),
                sale.stock(),
                sale.acknowledgement(),
                version,
                sale.options());
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
