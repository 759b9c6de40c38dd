package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.listing.SaleReports;
import io.nightmarket.domain.listing.SaleReports.SaleReport;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

public abstract class SaleReportsContract {
    private static final Instant BEGIN = Instant.parse("2026-11-20T11:30:00Z");

    protected abstract SaleReports reports();

    /** A sale that no other test has. */
    protected abstract VoucherId addSale(long issued, long stock);

    /** Stores an order; an expired one is cancelled, since its time to pay ended. */
    protected abstract void addOrder(VoucherId sale, OrderStatus status, boolean expired, Instant at);

    /** One in each of these minutes. */
    protected abstract void addPaidOrders(VoucherId sale, Instant first, int minutes);

    protected abstract void addRejection(VoucherId sale);

    protected abstract void addRequests(VoucherId sale, Instant minute, String outcome, long count);

    private SaleReport report(VoucherId sale) {
        return await(reports().report(sale)).orElseThrow();
    }

    @Test
    void aSaleIsCountedWithoutThoseOfOthers() {
        VoucherId sale = addSale(10, 4);
        VoucherId other = addSale(1, 0);
        for (OrderStatus status : OrderStatus.values()) {
            addOrder(sale, status, false, BEGIN.plusSeconds(1));
        }
        addOrder(sale, OrderStatus.PAID, false, BEGIN.plusSeconds(59));
        addOrder(sale, OrderStatus.CANCELLED, true, BEGIN.plusSeconds(60));
        addOrder(other, OrderStatus.PAID, false, BEGIN);
        addRejection(sale);
        addRejection(sale);
        addRequests(sale, BEGIN, "SOLD_OUT", 5);
        addRequests(sale, BEGIN.plusSeconds(60), "SOLD_OUT", 6);
        addRequests(sale, BEGIN, "ACCEPTED", 7);
        addRequests(other, BEGIN, "ACCEPTED", 9);

        SaleReport report = report(sale);

        assertEquals(10, report.issued());
        assertEquals(4, report.stock());
        assertEquals(8, report.settled());
        assertEquals(5, report.paid());
        assertEquals(2, report.with(Set.of(OrderStatus.CANCELLED)));
        assertEquals(1, report.expired());
        assertEquals(2, report.rejected());
        assertEquals(Map.of("SOLD_OUT", 11L, "ACCEPTED", 7L), report.requests());
        assertEquals(Map.of(BEGIN, 7L, BEGIN.plusSeconds(60), 1L), report.curve());
        assertEquals(1, report(other).paid());
        assertEquals(Optional.empty(), await(reports().report(new VoucherId(Long.MAX_VALUE))));
    }

    @Test
    void theCurveHasTheFirstMinutes() {
        VoucherId sale = addSale(2_000, 0);
        addPaidOrders(sale, BEGIN.plusSeconds(60), SaleReports.MAX_MINUTES + 5);

        SaleReport report = report(sale);

        assertEquals(SaleReports.MAX_MINUTES, report.curve().size());
        assertEquals(BEGIN.plusSeconds(60), report.curve().firstKey());
        assertEquals(SaleReports.MAX_MINUTES + 5, report.paid());
    }
}
