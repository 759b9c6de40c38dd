package io.nightmarket.domain.memory;

import static io.nightmarket.domain.contract.Stages.await;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleTransition;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.operation.SaleChanges;
import io.nightmarket.domain.sale.operation.SaleChanges.Answer;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Flash sales for tests. */
public final class FlashSales {
    /** What a member of staff does. */
    public static final StaffAction ACTION =
            new StaffAction(new UserId(7), "203.0.113.7", "changeSale", "/sales/1", "why");

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

    /** The sale with another window. */
    public static FlashSale with(FlashSale sale, SaleWindow window) {
        return new FlashSale(
                sale.voucher(),
                sale.shard(),
                sale.state(),
                window,
                sale.issued(),
                sale.stock(),
                sale.acknowledgement(),
                sale.version(),
                sale.options());
    }

    /** Gives a sale this state, in the database alone. */
    public static Optional<FlashSale> setState(SaleChanges changes, VoucherId sale, SaleState state) {
        SaleTransition transition = switch (state) {
            case OPEN -> SaleTransition.RESUME;
            case PAUSED -> SaleTransition.PAUSE;
            case CALLED_OFF -> SaleTransition.CALL_OFF;
            case DRAFT -> SaleTransition.WITHDRAW;
        };
        return await(changes.move(sale, transition, ACTION)) instanceof Answer.Changed changed
                ? Optional.of(changed.sale())
                : Optional.empty();
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
