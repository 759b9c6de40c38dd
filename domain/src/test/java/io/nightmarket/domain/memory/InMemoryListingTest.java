package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.ListRowsContract;
import io.nightmarket.domain.contract.SaleReportsContract;
import io.nightmarket.domain.listing.ListRows;
import io.nightmarket.domain.listing.ListRows.Place;
import io.nightmarket.domain.listing.SaleReports;
import io.nightmarket.domain.listing.StaffList;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;

/** Lists and reports in memory keep their contracts. */
final class InMemoryListingTest {
    @Nested
    final class OfListRows extends ListRowsContract {
        private final InMemoryListRows rows = new InMemoryListRows();
        private final Map<Long, Long> shops = new HashMap<>();
        private final Map<Long, String> phones = new HashMap<>();

        @Override
        protected ListRows rows() {
            return rows;
        }

        @Override
        protected long freshNumber() {
            return 1_000_000;
        }

        @Override
        protected void addSale(long id, long shop, String state, Instant begin, Instant end) {
            shops.put(id, shop);
            Instant now = Instant.now();
            String shown = List.of("DRAFT", "CALLED_OFF").contains(state)
                    ? state
                    : !now.isBefore(end)
                            ? "ENDED"
                            : state.equals("PAUSED") ? state : now.isBefore(begin) ? "SCHEDULED" : "RUNNING";
            rows.put(StaffList.SALES, new Place(id, 1), id, shop, TITLE, shown, begin, end, 500L, 10L, 9L);
        }

        @Override
        protected void addUser(long id, String phone) {
            phones.put(id, phone);
        }

        @Override
        protected void addOrders(long first, int count, long user, long sale, int status, Instant at) {
            for (long id = first; id < first + count; id++) {
                put(id, user, sale, status, at, false);
            }
        }

        private void put(long id, long user, long sale, long status, Instant at, boolean paid) {
            rows.put(
                    StaffList.ORDERS,
                    new Place(sale, id),
                    id,
                    id,
                    user,
                    phones.get(user),
                    sale,
                    shops.get(sale),
                    TITLE,
                    status,
                    at,
                    null,
                    null,
                    null,
                    paid ? 1_000_009L : null,
                    paid ? 500L : null,
                    paid ? 100L : null);
        }

        @Override
        protected void addPayment(long id, long order) {
            put(order, 1_000_001, 1_000_002, 2, MADE, true);
        }
    }

    @Nested
    final class OfSaleReports extends SaleReportsContract {
        private final InMemorySaleReports reports = new InMemorySaleReports();
        private long last;

        @Override
        protected SaleReports reports() {
            return reports;
        }

        @Override
        protected VoucherId addSale(long issued, long stock) {
            VoucherId sale = new VoucherId(++last);
            reports.addSale(sale, issued, stock);
            return sale;
        }

        @Override
        protected void addOrder(VoucherId sale, OrderStatus status, boolean expired, Instant at) {
            reports.addOrder(sale, status, expired, at);
        }

        @Override
        protected void addPaidOrders(VoucherId sale, Instant first, int minutes) {
            for (int i = 0; i < minutes; i++) {
                addOrder(sale, OrderStatus.PAID, false, first.plusSeconds(60L * i));
            }
        }

        @Override
        protected void addRejection(VoucherId sale) {
            reports.addRejection(sale);
        }

        @Override
        protected void addRequests(VoucherId sale, Instant minute, String outcome, long count) {
            reports.addRequests(sale, outcome, count);
        }
    }
}
