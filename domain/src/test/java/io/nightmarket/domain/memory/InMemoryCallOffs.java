package io.nightmarket.domain.memory;

import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.calloff.CallOff;
import io.nightmarket.domain.order.calloff.CallOffs;
import io.nightmarket.domain.order.lifecycle.OrderTransition;
import io.nightmarket.domain.order.payment.Payment;
import io.nightmarket.domain.order.payment.PaymentLedger.Recorded;
import io.nightmarket.domain.order.payment.Refund;
import io.nightmarket.domain.order.payment.Refunds.RefundRequest;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.shop.Voucher;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Call-offs of the sales of an {@link InMemoryLedger}, each call under its lock. */
public record InMemoryCallOffs(Tables tables, InMemoryOrderLife life, Map<VoucherId, Voucher> vouchers, Clock clock)
        implements CallOffs {
    @Override
    public CompletionStage<Boolean> begin(VoucherId sale, StaffAction action) {
        return tables.transaction(() -> {
            FlashSale known = tables.sales.get(sale);
            if (known != null && known.state() != SaleState.CALLED_OFF) {
                long version = known.version() + 1;
                tables.sales.put(sale, FlashSales.in(known, SaleState.CALLED_OFF, version));
                tables.waiting.removeIf(entry -> entry.purchase().voucher().equals(sale));
                tables.calledOff.put(sale, new Tables.CalledOff(action, clock.instant(), 0, null));
            }
            return known != null;
        });
    }

    @Override
    public CompletionStage<List<VoucherId>> unfinished(int max) {
        return tables.transaction(() -> tables.calledOff.entrySet().stream()
                .filter(sale -> sale.getValue().callOff() == null
                        || last(sale.getKey()) > sale.getValue().after())
                .map(Map.Entry::getKey)
                .sorted(Comparator.comparingLong(VoucherId::value))
                .limit(max)
                .toList());
    }

    private Stream<Order> orders(VoucherId sale) {
        return tables.orders.values().stream()
                .filter(order -> order.voucher().equals(sale))
                .sorted(Comparator.comparingLong(order -> order.id().value()));
    }

    private long last(VoucherId sale) {
        return orders(sale).mapToLong(order -> order.id().value()).max().orElse(0);
    }

    private static boolean isLeft(Order order) {
        return order.status() == OrderStatus.UNPAID || order.status() == OrderStatus.PAID;
    }

    @Override
    public CompletionStage<Cleared> clear(VoucherId sale, int max, boolean refunds) {
        return tables.transaction(() -> {
            Tables.CalledOff off = Objects.requireNonNull(tables.calledOff.get(sale));
            List<Order> next = orders(sale)
                    .filter(order -> isLeft(order) && order.id().value() > off.after())
                    .limit(max)
                    .toList();
            next.forEach(order -> end(order, refunds));
            long after = next.size() == max ? next.getLast().id().value() : Math.max(off.after(), last(sale));
            @Nullable CallOff done = next.isEmpty() ? off.callOff() : null;
            tables.calledOff.put(sale, new Tables.CalledOff(off.action(), off.at(), after, done));
            return new Cleared(
                    next.stream()
                            .map(order -> Objects.requireNonNull(tables.orders.get(order.id())))
                            .toList(),
                    next.size() == max);
        });
    }

    private void end(Order order, boolean refunds) {
        if (order.status() == OrderStatus.UNPAID) {
            var _ = life.change(order, OrderTransition.CALL_OFF);
        } else if (!refunds || !(life.refund(order, Refund.Reason.CALLED_OFF) instanceof RefundRequest.Accepted)) {
            tables.moneyOwed.put(order.id(), paid(order));
            var _ = life.change(order, OrderTransition.CALL_OFF_PAID);
        }
    }

    private long paid(Order order) {
        return life.paymentOf(order.id())
                .map(Tables.Paid::captured)
                .orElseGet(() ->
                        Objects.requireNonNull(vouchers.get(order.voucher())).payValue());
    }

    @Override
    public CompletionStage<Boolean> finish(VoucherId sale, long reservations) {
        return tables.transaction(() -> {
            Tables.CalledOff off = Objects.requireNonNull(tables.calledOff.get(sale));
            if (off.callOff() != null) {
                return true;
            }
            CallOff now = count(sale, off, Optional.of(clock.instant()));
            if (now.orders().left() > 0) {
                tables.calledOff.put(sale, new Tables.CalledOff(off.action(), off.at(), 0, null));
            }
            if (isOpen(sale, reservations)
                    || now.orders().left() > 0
                    || now.orders().refunding() > 0) {
                return false;
            }
            if (!now.money().addsUp()) {
                throw new Corrupt("the money does not add up: " + now.money());
            }
            tables.calledOff.put(sale, new Tables.CalledOff(off.action(), off.at(), off.after(), now));
            return true;
        });
    }

    private boolean isOpen(VoucherId sale, long reservations) {
        FlashSale known = Objects.requireNonNull(tables.sales.get(sale));
        return tables.owedBy(known.shard()).stream()
                        .anyMatch(unit -> unit.voucher().equals(sale))
                || !tables.lettersOf(sale).isEmpty()
                || tables.claimsOf(sale).size() < reservations
                || refunds(sale).anyMatch(refund -> !tables.refunded.contains(refund.payment()))
                || payments(sale)
                        .anyMatch(paid ->
                                paid.payment().status() == Payment.Status.PENDING || paid.outcome() == Recorded.LATE);
    }

    private boolean isOf(VoucherId sale, OrderId id) {
        return Objects.requireNonNull(tables.orders.get(id)).voucher().equals(sale);
    }

    private Stream<Refund> refunds(VoucherId sale) {
        return tables.refunds.values().stream().filter(refund -> isOf(sale, refund.order()));
    }

    private Stream<Tables.Paid> payments(VoucherId sale) {
        return tables.payments.values().stream()
                .filter(paid -> isOf(sale, paid.payment().order()));
    }

    @Override
    public CompletionStage<Optional<CallOff>> find(VoucherId sale) {
        return tables.transaction(() -> Optional.ofNullable(tables.calledOff.get(sale))
                .map(off -> off.callOff() == null ? count(sale, off, Optional.empty()) : off.callOff()));
    }

    private CallOff count(VoucherId sale, Tables.CalledOff off, Optional<Instant> done) {
        CallOff.Orders counts = new CallOff.Orders(
                number(sale, InMemoryCallOffs::isLeft),
                number(sale, order -> order.status() == OrderStatus.CANCELLED && !isOwed(order)),
                number(sale, order -> order.status() == OrderStatus.REFUNDING),
                number(sale, order -> order.status() == OrderStatus.REFUNDED),
                number(sale, order -> order.status() == OrderStatus.USED),
                number(sale, this::isOwed),
                tables.lettersOf(sale).size());
        long elsewhere = sum(
                sale,
                order -> life.paymentOf(order.id()).isEmpty() && (isOwed(order) || order.status() == OrderStatus.USED)
                        ? paid(order)
                        : 0);
        CallOff.Money money = new CallOff.Money(
                payments(sale).mapToLong(Tables.Paid::captured).sum() + elsewhere,
                refunds(sale)
                        .filter(refund -> tables.refunded.contains(refund.payment()))
                        .mapToLong(Refund::amount)
                        .sum(),
                sum(sale, order -> order.status() == OrderStatus.USED ? paid(order) : 0),
                sum(sale, order -> tables.moneyOwed.getOrDefault(order.id(), 0L)));
        return new CallOff(off.action().actor(), off.action().reason(), off.at(), done, counts, money);
    }

    private boolean isOwed(Order order) {
        return tables.moneyOwed.containsKey(order.id());
    }

    private long number(VoucherId sale, Predicate<Order> which) {
        return orders(sale).filter(which).count();
    }

    private long sum(VoucherId sale, ToLongFunction<Order> money) {
        return orders(sale).mapToLong(money).sum();
    }
}
