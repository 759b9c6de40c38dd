package io.nightmarket.domain.memory;

import io.nightmarket.domain.listing.SaleReports;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Counts what tests add. */
public final class InMemorySaleReports implements SaleReports {
    private final Map<VoucherId, Sale> sales = new HashMap<>();

    private static final class Sale {
        private final List<Order> orders = new ArrayList<>();
        private final Map<String, Long> requests = new TreeMap<>();
        private long issued;
        private long stock;
        private long rejected;
    }

    private record Order(OrderStatus status, boolean expired, Instant at) {}

    private Sale of(VoucherId sale) {
        return sales.computeIfAbsent(sale, _ -> new Sale());
    }

    public synchronized void addSale(VoucherId id, long issued, long stock) {
        of(id).issued = issued;
        of(id).stock = stock;
    }

    public synchronized void addOrder(VoucherId sale, OrderStatus status, boolean expired, Instant at) {
        of(sale).orders.add(new Order(status, expired, at));
    }

    public synchronized void addRejection(VoucherId sale) {
        of(sale).rejected++;
    }

    public synchronized void addRequests(VoucherId sale, String outcome, long count) {
        of(sale).requests.merge(outcome, count, Long::sum);
    }

    @Override
    public synchronized CompletionStage<Optional<SaleReport>> report(VoucherId id) {
        return CompletableFuture.completedStage(
                Optional.ofNullable(sales.get(id)).map(InMemorySaleReports::report));
    }

    private static SaleReport report(Sale sale) {
        Map<OrderStatus, Long> byStatus = new EnumMap<>(OrderStatus.class);
        TreeMap<Instant, Long> curve = new TreeMap<>();
        for (Order order : sale.orders) {
            byStatus.merge(order.status(), 1L, Long::sum);
            curve.merge(order.at().truncatedTo(ChronoUnit.MINUTES), 1L, Long::sum);
        }
        while (curve.size() > MAX_MINUTES) {
            var _ = curve.pollLastEntry();
        }
        long expired = sale.orders.stream().filter(Order::expired).count();
        return new SaleReport(
                sale.issued, sale.stock, Map.copyOf(sale.requests), byStatus, expired, sale.rejected, curve);
    }
}
