package io.nightmarket.http.listing;

import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.listing.SaleReports;
import io.nightmarket.domain.listing.SaleReports.SaleReport;
import io.nightmarket.domain.listing.StaffAccess;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What became of a sale, for those who may see its orders. One for all event loops: a node counts two sales at a time. */
public final class SaleReportRoutes implements Routes {
    /** Outcomes of requests that were not refused. */
    private static final Set<String> NO_REFUSALS = Set.of("ACCEPTED", "REPEATED");

    private final SaleReports reports;
    private final StaffAccess access;
    private final LocalTimes times;
    private final SharedHttpState share;
    private final Bulkhead counting = new Bulkhead(2, 8);

    public SaleReportRoutes(SharedHttpState share, SaleReports reports, StaffAccess access) {
        this.share = share;
        this.reports = reports;
        this.access = access;
        this.times = share.times();
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("reportSale", Options.SHOP_STAFF.limitedBy(share.limits().orderPages()), this::report);
    }

    private CompletionStage<Answer> report(Request request) {
        VoucherId sale = new VoucherId(request.id("id"));
        return access.maySee(request.session(), sale)
                .thenCompose(allowed -> allowed
                        ? counting.run(() -> reports.report(sale))
                                .thenApply(found -> found.map(this::answer)
                                        .orElseGet(() -> Answer.refused(ErrorCode.VOUCHER_NOT_FOUND)))
                        : CompletableFuture.completedStage(Answer.refused(ErrorCode.FORBIDDEN)));
    }

    private record RefusalView(String reason, long requests) {}

    private record MinuteView(String minute, long settled) {}

    private record ReportView(
            long issued,
            long unitsLeft,
            Map<String, Long> funnel,
            List<RefusalView> refusals,
            List<MinuteView> curve) {}

    private Answer answer(SaleReport report) {
        return Answer.of(new ReportView(
                report.issued(),
                report.stock(),
                funnel(report),
                report.requests().entrySet().stream()
                        .filter(one -> !NO_REFUSALS.contains(one.getKey()))
                        .map(one -> new RefusalView(one.getKey(), one.getValue()))
                        .toList(),
                report.curve().entrySet().stream()
                        .map(one -> new MinuteView(times.showWithOffset(one.getKey()), one.getValue()))
                        .toList()));
    }

    private static Map<String, Long> funnel(SaleReport report) {
        Map<String, Long> funnel = new LinkedHashMap<>();
        funnel.put(
                "asked",
                report.requests().values().stream().mapToLong(count -> count).sum());
        funnel.put("accepted", report.settled() + report.rejected());
        funnel.put("settled", report.settled());
        funnel.put("rejected", report.rejected());
        funnel.put("paid", report.paid());
        funnel.put("used", report.with(Set.of(OrderStatus.USED)));
        funnel.put("refunding", report.with(Set.of(OrderStatus.REFUNDING)));
        funnel.put("refunded", report.with(Set.of(OrderStatus.REFUNDED)));
        funnel.put("cancelled", report.with(Set.of(OrderStatus.CANCELLED)) - report.expired());
        funnel.put("expired", report.expired());
        return funnel;
    }
}
