package io.nightmarket.http.sale;

import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.QueueCount;
import io.nightmarket.domain.sale.SalePlan;
import io.nightmarket.domain.sale.SaleTally;
import io.nightmarket.domain.sale.operation.PlanSales;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.request.LocalTimes;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A sale as its staff see it. */
record SaleDetailsView(
        Object id,
        @Nullable Object shopId,
        String title,
        @Nullable String subTitle,
        @Nullable String rules,
        long payValue,
        long actualValue,
        String beginTime,
        String endTime,
        String state,
        String phase,
        long version,
        String ack,
        SaleOptions options,
        Numbers numbers) {
    /** Numbers of the queue are null when it has no such sale, or does not answer. */
    record Numbers(
            long issued, @Nullable Long available, @Nullable Long waiting, long settled, long claims) {
        static Numbers of(SaleTally tally, @Nullable QueueCount queued) {
            return new Numbers(
                    tally.issued(),
                    queued == null ? null : Math.max(0, queued.available()),
                    queued == null ? null : Math.max(0, queued.buyers() - tally.claims()),
                    tally.claims() + tally.cancelled() + tally.refunded(),
                    tally.claims());
        }
    }

    static SaleDetailsView of(PlanSales.Outcome.Shown shown, LocalTimes times) {
        FlashSale sale = shown.details().sale();
        SalePlan plan = shown.details().plan();
        ShopId shop = shown.details().shop();
        Acknowledgement acknowledgement = sale.acknowledgement();
        return new SaleDetailsView(
                Json.id(sale.voucher().value()),
                shop == null ? null : Json.id(shop.value()),
                plan.title(),
                plan.subTitle(),
                plan.rules(),
                plan.payValue(),
                plan.actualValue(),
                times.showWithOffset(plan.window().begin()),
                times.showWithOffset(plan.window().end()),
                sale.state().name(),
                shown.phase().name(),
                sale.version(),
                acknowledgement.name().toLowerCase(Locale.ROOT),
                sale.options(),
                Numbers.of(shown.tally(), shown.queued().orElse(null)));
    }
}
