package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.lifecycle.OrderChanges;
import io.nightmarket.domain.order.lifecycle.OrderTransition;
import io.nightmarket.domain.order.lifecycle.OrderTransitions;
import io.nightmarket.domain.order.lifecycle.OrdinaryOrders;
import io.nightmarket.domain.order.lifecycle.UnitRelease;
import io.nightmarket.domain.order.list.OrderPages;
import io.nightmarket.domain.order.list.RecentOrders;
import io.nightmarket.domain.order.notice.OrderNotice;
import io.nightmarket.domain.order.notice.OrderNotices;
import io.nightmarket.domain.order.payment.CaptureDecision;
import io.nightmarket.domain.order.payment.LatePayments;
import io.nightmarket.domain.order.payment.Payment;
import io.nightmarket.domain.order.payment.PaymentId;
import io.nightmarket.domain.order.payment.PaymentLedger;
import io.nightmarket.domain.order.payment.PaymentNotifications;
import io.nightmarket.domain.order.payment.Refund;
import io.nightmarket.domain.order.payment.Refunds;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.shop.Voucher;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Transitions, pages and payments of the orders of an {@link InMemoryLedger}, each call under its lock. */
public final class InMemoryOrderLife
        implements OrderTransitions,
                OrdinaryOrders,
                OrderPages,
                RecentOrders,
                PaymentLedger,
                Refunds,
                PaymentNotifications,
                LatePayments,
                OrderNotices {
    /** Listens to nothing. */
    public static final OrderChanges UNHEARD = new OrderChanges() {
        @Override
        public CompletionStage<Void> changed(List<Order> orders) {
            return CompletableFuture.completedStage(null);
        }

        @Override
        public CompletionStage<Void> placed(List<Purchase> purchases) {
            return CompletableFuture.completedStage(null);
        }
    };

    private final Tables tables;
    private final Map<VoucherId, Voucher> vouchers;
    private final Clock clock;
    private final Map<String, Instant> seen = new HashMap<>();
    /** Ordinary orders, oldest first. */
    private final Map<UserId, List<OrderId>> bought = new HashMap<>();

    private final Map<OrderId, List<String>> events = new HashMap<>();
    private final List<OrderId> changes = new ArrayList<>();
    private final Map<UserId, List<OrderNotice>> notices = new HashMap<>();

    InMemoryOrderLife(Tables tables, Map<VoucherId, Voucher> vouchers, Clock clock) {
        this.tables = tables;
        this.vouchers = vouchers;
        this.clock = clock;
    }

    /** The transitions of an order. */
    public List<String> eventsOf(OrderId order) {
        synchronized (tables) {
            return List.copyOf(events.getOrDefault(order, List.of()));
        }
    }

    /** Moves the moment until which an order may be paid. */
    public void payUntil(OrderId id, Instant moment) {
        synchronized (tables) {
            tables.payUntil.put(id, moment);
        }
    }

    @Override
    public CompletionStage<Result> cancel(UserId buyer, OrderId id) {
        synchronized (tables) {
            Order order = tables.orders.get(id);
            return order == null || order.user().equals(buyer)
                    ? apply(id, OrderTransition.CANCEL)
                    : CompletableFuture.completedStage(new Result.NoSuchOrder());
        }
    }

    @Override
    public CompletionStage<Result> apply(OrderId id, OrderTransition transition) {
        return tables.transaction(() -> {
            Order order = tables.orders.get(id);
            if (order == null) {
                return new Result.NoSuchOrder();
            }
            if (order.status() != transition.from()) {
                return new Result.Unchanged(order);
            }
            Optional<UnitRelease> release = change(order, transition);
            return new Result.Changed(order(id), release);
        });
    }

    @Override
    public CompletionStage<Optional<Result>> unredeem(OrderId id, Duration within, StaffAction action) {
        return tables.transaction(() -> {
            Order order = tables.orders.get(id);
            if (order == null) {
                return Optional.of(new Result.NoSuchOrder());
            }
            if (order.status() != OrderStatus.USED) {
                return Optional.of(new Result.Unchanged(order));
            }
            Instant used = Objects.requireNonNull(order.useTime());
            if (!used.isAfter(clock.instant().minus(within))) {
                return Optional.empty();
            }
            var _ = change(order, OrderTransition.UNREDEEM.by(action.actor()));
            tables.calledOff.computeIfPresent(
                    order.voucher(), (_, off) -> new Tables.CalledOff(off.action(), off.at(), 0, null));
            return Optional.of(new Result.Changed(order(id), Optional.empty()));
        });
    }

    private Order order(OrderId id) {
        return Objects.requireNonNull(tables.orders.get(id));
    }

    Optional<UnitRelease> change(Order order, OrderTransition transition) {
        Instant now = clock.instant();
        tables.orders.put(
                order.id(),
                new Order(
                        order.id(),
                        order.user(),
                        order.voucher(),
                        payType(order, transition),
                        transition.to(),
                        order.createTime(),
                        transition.payType().isPresent() ? now : order.payTime(),
                        useTime(order, transition, now),
                        transition.equals(OrderTransition.COMPLETE_REFUND) ? now : order.refundTime(),
                        now));
        tables.payUntil.remove(order.id());
        events.computeIfAbsent(order.id(), _ -> new ArrayList<>()).add(transition.event());
        changes.add(order.id());
        note(order, kind(transition));
        return transition.releasesUnit() ? release(order) : Optional.empty();
    }

    private static @Nullable Instant useTime(Order order, OrderTransition transition, Instant now) {
        if (transition.to() == OrderStatus.USED) {
            return now;
        }
        return transition.from() == OrderStatus.USED ? null : order.useTime();
    }

    private static int payType(Order order, OrderTransition transition) {
        return transition.payType().orElse(order.payType());
    }

    private Optional<UnitRelease> release(Order order) {
        FlashSale sale = tables.sales.get(order.voucher());
        if (sale == null || !tables.claimsOf(order.voucher()).remove(order.user(), order.id())) {
            return Optional.empty();
        }
        tables.sales.put(order.voucher(), FlashSales.with(sale, 0, 1));
        Purchase purchase = tables.reservation(order.voucher(), order.user(), order.id());
        tables.owedBy(sale.shard()).add(purchase);
        return Optional.of(new UnitRelease(sale.shard(), purchase));
    }

    @Override
    public CompletionStage<Expiry> expire(int max) {
        return tables.transaction(() -> {
            List<Order> orders = new ArrayList<>();
            List<UnitRelease> releases = new ArrayList<>();
            Instant now = clock.instant();
            tables.payUntil.entrySet().stream()
                    .filter(due -> !due.getValue().isAfter(now))
                    .sorted(Map.Entry.comparingByValue())
                    .map(due -> order(due.getKey()))
                    .limit(max)
                    .toList()
                    .forEach(order -> {
                        change(order, OrderTransition.EXPIRE).ifPresent(releases::add);
                        orders.add(order(order.id()));
                    });
            return new Expiry(orders, releases, orders.size() == max);
        });
    }

    @Override
    public CompletionStage<Outcome> write(Purchase purchase) {
        return tables.transaction(() -> {
            Voucher voucher = vouchers.get(purchase.voucher());
            if (voucher == null || voucher.status() != 1 || tables.sales.containsKey(voucher.id())) {
                return Outcome.NO_SUCH_VOUCHER;
            }
            if (tables.orders.containsKey(purchase.order())) {
                return Outcome.WRITTEN;
            }
            if (unpaid(purchase.buyer()) >= MAX_UNPAID) {
                return Outcome.TOO_MANY_UNPAID;
            }
            write(purchase, clock.instant());
            return Outcome.WRITTEN;
        });
    }

    private void write(Purchase purchase, Instant now) {
        UserId buyer = purchase.buyer();
        OrderId id = purchase.order();
        Order order = new Order(id, buyer, purchase.voucher(), 1, OrderStatus.UNPAID, now, null, null, null, now);
        tables.orders.put(id, order);
        bought.computeIfAbsent(buyer, _ -> new ArrayList<>()).add(id);
        tables.beginTimeToPay(id, now);
        changes.add(id);
        note(order, OrderNotice.Kind.SETTLED);
    }

    private long unpaid(UserId buyer) {
        return bought.getOrDefault(buyer, List.of()).reversed().stream()
                .limit(NEWEST)
                .filter(id -> order(id).status() == OrderStatus.UNPAID)
                .count();
    }

    @Override
    public CompletionStage<List<Order>> page(
            UserId buyer, Optional<OrderStatus> status, Optional<Position> after, int size) {
        return tables.transaction(() -> tables.orders.values().stream()
                .filter(order -> order.user().equals(buyer)
                        && status.map(order.status()::equals).orElse(true)
                        && after.map(last -> Position.of(order).compareTo(last) < 0)
                                .orElse(true))
                .sorted(NEWEST_FIRST)
                .limit(size)
                .toList());
    }

    private static OrderNotice.Kind kind(OrderTransition transition) {
        return transition.event().equals("REVIVED")
                ? OrderNotice.Kind.PAID
                : OrderNotice.Kind.valueOf(transition.event());
    }

    private void note(Order order, OrderNotice.Kind kind) {
        List<OrderNotice> own = notices.computeIfAbsent(order.user(), _ -> new ArrayList<>());
        own.add(new OrderNotice(own.size() + 1L, order.id(), kind, clock.instant()));
    }

    /** Events of an order that is not stored, as many as wanted. */
    public void note(UserId buyer, OrderId order, int count) {
        synchronized (tables) {
            List<OrderNotice> own = notices.computeIfAbsent(buyer, _ -> new ArrayList<>());
            for (int i = 0; i < count; i++) {
                own.add(new OrderNotice(own.size() + 1L, order, OrderNotice.Kind.SETTLED, clock.instant()));
            }
        }
    }

    @Override
    public CompletionStage<Long> last(UserId buyer) {
        return tables.transaction(
                () -> (long) notices.getOrDefault(buyer, List.of()).size());
    }

    @Override
    public CompletionStage<List<OrderNotice>> after(UserId buyer, long number, int max) {
        return tables.transaction(() -> notices.getOrDefault(buyer, List.of()).stream()
                // Numbered from 1 on.
                .skip(number)
                .limit(max)
                .toList());
    }

    @Override
    public CompletionStage<Set<UserId>> haveMore(Map<UserId, Long> read) {
        return tables.transaction(() -> read.keySet().stream()
                .filter(buyer -> notices.getOrDefault(buyer, List.of()).size() > read.getOrDefault(buyer, 0L))
                .collect(Collectors.toSet()));
    }

    @Override
    public CompletionStage<Changes> between(long after, long upTo, int max) {
        return tables.transaction(() -> {
            int end = (int) Math.min(upTo, after + max);
            return new Changes(rows(changes.subList((int) after, end)), end);
        });
    }

    @Override
    public CompletionStage<Long> last() {
        return tables.transaction(() -> (long) changes.size());
    }

    @Override
    public CompletionStage<List<Order>> read(Collection<OrderId> orders) {
        return tables.transaction(() -> rows(orders));
    }

    private List<Order> rows(Collection<OrderId> orders) {
        return orders.stream()
                .distinct()
                .flatMap(id -> Optional.ofNullable(tables.orders.get(id)).stream())
                .toList();
    }

    @Override
    public CompletionStage<Begun> begin(PaymentId id, OrderId orderId, UserId buyer, int payType) {
        return tables.transaction(() -> {
            Order order = tables.orders.get(orderId);
            if (tables.payments.containsKey(id)) {
                return new Begun.Started(tables.payments.get(id).payment());
            }
            if (order == null || !order.user().equals(buyer)) {
                return new Begun.NoSuchOrder();
            }
            if (order.status() != OrderStatus.UNPAID) {
                return new Begun.NotUnpaid(order);
            }
            Optional<Begun> pending = tables.payments.values().stream()
                    .map(Tables.Paid::payment)
                    .filter(one -> one.order().equals(orderId)
                            && one.payType() == payType
                            && one.status() == Payment.Status.PENDING)
                    .map(one -> (Begun) new Begun.Waiting(one.id()))
                    .findFirst();
            if (pending.isPresent()) {
                return pending.get();
            }
            long price = Objects.requireNonNull(vouchers.get(order.voucher())).payValue();
            Payment payment = new Payment(id, orderId, payType, price, Payment.Status.PENDING);
            tables.payments.put(id, new Tables.Paid(payment, 0, null, clock.instant()));
            return new Begun.Started(payment);
        });
    }

    @Override
    public CompletionStage<Capture> capture(PaymentId id, long amount) {
        return tables.transaction(() -> {
            Tables.Paid paid = tables.payments.get(id);
            if (paid == null) {
                return new Capture(Recorded.UNKNOWN, Optional.empty(), OptionalLong.empty());
            }
            if (paid.outcome() != null) {
                return new Capture(paid.outcome(), Optional.empty(), OptionalLong.of(paid.captured()));
            }
            Payment payment = paid.payment();
            Order order = tables.orders.get(payment.order());
            boolean isCancelled = order != null
                    && eventsOf(order.id()).stream()
                            .anyMatch(event -> event.equals("CANCELLED") || event.equals("CALLED_OFF"));
            CaptureDecision money = CaptureDecision.of(payment, amount, Optional.ofNullable(order), isCancelled);
            tables.payments.put(
                    id,
                    new Tables.Paid(with(payment, Payment.Status.CAPTURED), amount, money.recorded(), clock.instant()));
            return new Capture(money.recorded(), apply(money, payment, order), OptionalLong.empty());
        });
    }

    private Optional<Order> apply(CaptureDecision money, Payment payment, @Nullable Order order) {
        return switch (money) {
            case CaptureDecision.Pays _ -> {
                var _ = change(order(payment.order()), OrderTransition.pay(payment.payType()));
                yield Optional.of(order(payment.order()));
            }
            case CaptureDecision.IsLate _ -> Optional.empty();
            case CaptureDecision.Returns(Refund.Reason reason) -> {
                tables.refunds.put(
                        payment.id(),
                        new Refund(
                                payment.id(),
                                payment.order(),
                                Objects.requireNonNull(tables.payments.get(payment.id()))
                                        .captured(),
                                reason));
                noteMoney(order, OrderNotice.Kind.MONEY_RETURNING);
                yield Optional.ofNullable(order);
            }
        };
    }

    private void noteMoney(@Nullable Order order, OrderNotice.Kind kind) {
        if (order != null) {
            changes.add(order.id());
            note(order, kind);
        }
    }

    @Override
    public CompletionStage<List<LatePayment>> undecided(Duration old, int max) {
        return tables.transaction(() -> tables.payments.values().stream()
                .filter(paid -> paid.outcome() == Recorded.LATE)
                .sorted(Comparator.comparing(Tables.Paid::since))
                .limit(max)
                .map(paid -> late(paid, old))
                .toList());
    }

    @Override
    public CompletionStage<Optional<LatePayment>> find(PaymentId id, Duration old) {
        return tables.transaction(() -> Optional.ofNullable(tables.payments.get(id))
                .filter(paid -> paid.outcome() == Recorded.LATE)
                .map(paid -> late(paid, old)));
    }

    private LatePayment late(Tables.Paid paid, Duration old) {
        Order order = order(paid.payment().order());
        Optional<Shard> shard =
                Optional.ofNullable(tables.sales.get(order.voucher())).map(FlashSale::shard);
        Purchase purchase = new Purchase(
                order.id(), order.voucher(), order.user(), paid.payment().id().value());
        Optional<UnitRelease> unreleased = shard.flatMap(one -> tables.owedBy(one).stream()
                .filter(owed -> owed.order().equals(order.id()))
                .findFirst()
                .map(owed -> new UnitRelease(one, owed)));
        boolean isOld = !paid.since().isAfter(clock.instant().minus(old));
        return new LatePayment(paid.payment(), purchase, shard, unreleased, isOld);
    }

    private boolean isUndecided(LatePayment late) {
        Tables.Paid paid = tables.payments.get(late.payment().id());
        return paid != null && paid.outcome() == Recorded.LATE;
    }

    private void decide(LatePayment late, Recorded outcome) {
        tables.payments.computeIfPresent(
                late.payment().id(),
                (_, paid) -> new Tables.Paid(paid.payment(), paid.captured(), outcome, paid.since()));
    }

    private boolean hasUnit(Purchase purchase) {
        FlashSale sale = Objects.requireNonNull(tables.sales.get(purchase.voucher()));
        return sale.stock() > 0 && !tables.claimsOf(purchase.voucher()).containsKey(purchase.buyer());
    }

    @Override
    public CompletionStage<Optional<Order>> revive(LatePayment late, Optional<Epoch> reservedIn) {
        return tables.transaction(() -> {
            reservedIn.ifPresent(tables::requireCurrent);
            Purchase purchase = late.purchase();
            Order order = order(purchase.order());
            boolean isFree = late.shard().isEmpty() || (hasUnit(purchase) && !isCalledOff(purchase.voucher()));
            if (!isUndecided(late) || order.status() != OrderStatus.CANCELLED || !isFree) {
                return Optional.empty();
            }
            decide(late, Recorded.PAID);
            if (late.shard().isPresent()) {
                FlashSale sale = Objects.requireNonNull(tables.sales.get(purchase.voucher()));
                tables.sales.put(purchase.voucher(), FlashSales.with(sale, 0, -1));
                tables.claimsOf(purchase.voucher()).put(purchase.buyer(), purchase.order());
                tables.revisions.put(purchase.order(), purchase.revision());
                tables.revivedIn.put(
                        purchase.voucher(), reservedIn.orElseThrow().number());
            }
            var _ = change(order, OrderTransition.revive(late.payment().payType()));
            return Optional.of(order(order.id()));
        });
    }

    private boolean isCalledOff(VoucherId voucher) {
        return Objects.requireNonNull(tables.sales.get(voucher)).state() == SaleState.CALLED_OFF;
    }

    @Override
    public CompletionStage<GivenUp> giveUp(LatePayment late, boolean mayBeReserved) {
        return tables.transaction(() -> {
            boolean decides = isUndecided(late);
            if (decides) {
                decide(late, Recorded.TO_REFUND);
                PaymentId id = late.payment().id();
                long captured = Objects.requireNonNull(tables.payments.get(id)).captured();
                tables.refunds.put(id, new Refund(id, late.purchase().order(), captured, Refund.Reason.LATE));
                noteMoney(tables.orders.get(late.purchase().order()), OrderNotice.Kind.MONEY_RETURNING);
            }
            Optional<UnitRelease> release = late.shard()
                    .filter(_ -> mayBeReserved && !hasClaim(late.purchase()))
                    .map(shard -> new UnitRelease(shard, late.purchase()));
            release.ifPresent(unit -> tables.owedBy(unit.shard()).add(unit.purchase()));
            return new GivenUp(
                    Optional.ofNullable(tables.orders.get(late.purchase().order()))
                            .filter(_ -> decides),
                    release);
        });
    }

    private boolean hasClaim(Purchase purchase) {
        return purchase.order().equals(tables.claimsOf(purchase.voucher()).get(purchase.buyer()))
                && purchase.revision() == tables.revisions.getOrDefault(purchase.order(), 0L);
    }

    /** Age of the oldest captured payment that neither pays its order nor has a refund; zero when there is none. */
    public Duration paidWithoutOutcome() {
        synchronized (tables) {
            return tables.payments.values().stream()
                    .filter(paid -> paid.payment().status() == Payment.Status.CAPTURED
                            && !tables.refunds.containsKey(paid.payment().id())
                            && !tables.moneyOwed.containsKey(paid.payment().order())
                            && !(paid.outcome() == Recorded.PAID
                                    && isPaid(paid.payment().order())))
                    .map(paid -> Duration.between(paid.since(), clock.instant()))
                    .max(Comparator.naturalOrder())
                    .orElse(Duration.ZERO);
        }
    }

    private boolean isPaid(OrderId order) {
        return switch (order(order).status()) {
            case UNPAID, CANCELLED -> false;
            case PAID, USED, REFUNDING, REFUNDED -> true;
        };
    }

    private static Payment with(Payment payment, Payment.Status status) {
        return new Payment(payment.id(), payment.order(), payment.payType(), payment.amount(), status);
    }

    @Override
    public CompletionStage<Recorded> refuse(PaymentId id) {
        return tables.transaction(() -> {
            Tables.Paid paid = tables.payments.get(id);
            if (paid == null || paid.outcome() != null) {
                return paid == null ? Recorded.UNKNOWN : paid.outcome();
            }
            tables.payments.put(
                    id, new Tables.Paid(with(paid.payment(), Payment.Status.REFUSED), 0, null, paid.since()));
            return Recorded.REFUSED;
        });
    }

    @Override
    public CompletionStage<RefundRequest> requestRefund(OrderId id, UserId buyer) {
        return tables.transaction(() -> Optional.ofNullable(tables.orders.get(id))
                .filter(order -> order.user().equals(buyer))
                .map(order -> refund(order, Refund.Reason.REQUESTED))
                .orElseGet(RefundRequest.NoSuchOrder::new));
    }

    @Override
    public CompletionStage<RefundRequest> requestRefund(OrderId id, StaffAction action) {
        return tables.transaction(() -> Optional.ofNullable(tables.orders.get(id))
                .map(order -> refund(order, Refund.Reason.STAFF))
                .orElseGet(RefundRequest.NoSuchOrder::new));
    }

    Optional<Tables.Paid> paymentOf(OrderId order) {
        return tables.payments.values().stream()
                .filter(one -> one.payment().order().equals(order) && one.outcome() == Recorded.PAID)
                .findFirst();
    }

    RefundRequest refund(Order order, Refund.Reason reason) {
        Optional<Tables.Paid> paid = paymentOf(order.id());
        if (order.status() != OrderStatus.PAID || paid.isEmpty()) {
            return new RefundRequest.NotRefundable(order);
        }
        PaymentId payment = paid.get().payment().id();
        tables.refunds.put(payment, new Refund(payment, order.id(), paid.get().captured(), reason));
        Optional<UnitRelease> release = change(order, OrderTransition.REQUEST_REFUND);
        return new RefundRequest.Accepted(order(order.id()), release);
    }

    /** What was put after the one of this payment; all, if there is none. */
    private static <T> Stream<T> following(Map<PaymentId, T> all, long after) {
        boolean isKnown = after > 0 && all.containsKey(new PaymentId(after));
        Stream<Map.Entry<PaymentId, T>> entries = all.entrySet().stream();
        return (isKnown
                        ? entries.dropWhile(entry -> entry.getKey().value() != after)
                                .skip(1)
                        : entries)
                .map(Map.Entry::getValue);
    }

    @Override
    public CompletionStage<List<Refund>> pendingRefunds(long after, int max) {
        return tables.transaction(() -> following(tables.refunds, after)
                .filter(refund -> !tables.refunded.contains(refund.payment()))
                .limit(max)
                .toList());
    }

    @Override
    public CompletionStage<Optional<Order>> completeRefund(Refund refund) {
        return tables.transaction(() -> {
            Order order = order(refund.order());
            if (!tables.refunded.add(refund.payment())) {
                return Optional.empty();
            }
            if (!refund.reason().isOfOrder()) {
                noteMoney(order, OrderNotice.Kind.MONEY_RETURNED);
                return Optional.of(order);
            }
            if (order.status() != OrderStatus.REFUNDING) {
                return Optional.empty();
            }
            var _ = change(order, OrderTransition.COMPLETE_REFUND);
            return Optional.of(order(refund.order()));
        });
    }

    @Override
    public CompletionStage<List<Payment>> unresolved(Duration age, long after, int max) {
        return tables.transaction(() -> following(tables.payments, after)
                .filter(paid -> paid.payment().status() == Payment.Status.PENDING
                        && !paid.since().isAfter(clock.instant().minus(age)))
                .map(Tables.Paid::payment)
                .limit(max)
                .toList());
    }

    @Override
    public CompletionStage<Boolean> firstSeen(String notification) {
        return tables.transaction(() -> seen.putIfAbsent(notification, clock.instant()) == null);
    }

    @Override
    public CompletionStage<Integer> prune(Duration age) {
        return tables.transaction(() -> {
            int before = seen.size();
            seen.values().removeIf(at -> at.isBefore(clock.instant().minus(age)));
            return before - seen.size();
        });
    }
}
