package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.count;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.FlashSales;
import io.nightmarket.domain.memory.InMemoryOrderLists;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.calloff.CallOff;
import io.nightmarket.domain.order.calloff.CallOffs;
import io.nightmarket.domain.order.calloff.CallOffs.Cleared;
import io.nightmarket.domain.order.lifecycle.OrderTransition;
import io.nightmarket.domain.order.lifecycle.OrderTransitions;
import io.nightmarket.domain.order.lifecycle.OrderTransitions.Result;
import io.nightmarket.domain.order.lifecycle.OrdinaryOrders;
import io.nightmarket.domain.order.lifecycle.OrdinaryOrders.Outcome;
import io.nightmarket.domain.order.lifecycle.UnitRelease;
import io.nightmarket.domain.order.list.ListOrders;
import io.nightmarket.domain.order.list.OrderPages;
import io.nightmarket.domain.order.list.OrderPages.Position;
import io.nightmarket.domain.order.notice.OrderNotice;
import io.nightmarket.domain.order.notice.OrderNotice.Kind;
import io.nightmarket.domain.order.notice.OrderNotices;
import io.nightmarket.domain.order.payment.LatePayments;
import io.nightmarket.domain.order.payment.LatePayments.GivenUp;
import io.nightmarket.domain.order.payment.LatePayments.LatePayment;
import io.nightmarket.domain.order.payment.Payment;
import io.nightmarket.domain.order.payment.PaymentId;
import io.nightmarket.domain.order.payment.PaymentLedger;
import io.nightmarket.domain.order.payment.PaymentLedger.Capture;
import io.nightmarket.domain.order.payment.PaymentLedger.Recorded;
import io.nightmarket.domain.order.payment.PaymentNotifications;
import io.nightmarket.domain.order.payment.Refund;
import io.nightmarket.domain.order.payment.Refunds;
import io.nightmarket.domain.order.payment.Refunds.RefundRequest;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleBalance;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleTally;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.SaleChanges;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.settlement.PendingReleases;
import io.nightmarket.domain.sale.settlement.Settlement;
import io.nightmarket.domain.shop.NewVoucher;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.shop.VoucherRepository;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What {@link OrderTransitions}, {@link OrdinaryOrders}, {@link OrderPages} and {@link PaymentLedger} promise over one ledger. */
public abstract class OrderLifeContract {
    private static final Instant ADMITTED = Instant.parse("2026-11-20T12:00:00Z");
    private static final Instant LONG_AGO = Instant.parse("2001-01-01T00:00:00Z");
    private static final Duration FOR_YEARS = Duration.ofDays(7_000);
    private static final long PRICE = 800;
    private static final GivenUp NOTHING = new GivenUp(Optional.empty(), Optional.empty());

    /** How an order gets to a status. */
    private static final Map<OrderStatus, List<OrderTransition>> WAYS = Map.of(
            OrderStatus.UNPAID, List.of(),
            OrderStatus.PAID, List.of(OrderTransition.pay(2)),
            OrderStatus.USED, List.of(OrderTransition.pay(2), OrderTransition.REDEEM),
            OrderStatus.CANCELLED, List.of(OrderTransition.CANCEL),
            OrderStatus.REFUNDING, List.of(OrderTransition.pay(2), OrderTransition.REQUEST_REFUND),
            OrderStatus.REFUNDED,
                    List.of(OrderTransition.pay(2), OrderTransition.REQUEST_REFUND, OrderTransition.COMPLETE_REFUND));

    private static final List<OrderTransition> TRANSITIONS = List.of(
            OrderTransition.CANCEL,
            OrderTransition.EXPIRE,
            OrderTransition.pay(3),
            OrderTransition.REDEEM,
            OrderTransition.UNREDEEM,
            OrderTransition.CALL_OFF,
            OrderTransition.CALL_OFF_PAID,
            OrderTransition.REQUEST_REFUND,
            OrderTransition.COMPLETE_REFUND);

    protected static final StaffAction STAFF =
            new StaffAction(new UserId(77), "127.0.0.1", "callOffSale", "/sales/1/call-off", "no goods");

    protected final Shard shard = new Shard(ThreadLocalRandom.current().nextInt(1000, Integer.MAX_VALUE));
    protected final UserId buyer = new UserId(ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE));
    private final AtomicLong ids = new AtomicLong(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 60));
    private int entries;

    protected abstract OrderTransitions transitions();

    protected abstract OrdinaryOrders ordinaryOrders();

    protected abstract OrderPages pages();

    protected abstract PaymentLedger payments();

    protected abstract PaymentNotifications notifications();

    protected abstract Refunds refunds();

    protected abstract LatePayments latePayments();

    protected abstract OrderNotices notices();

    protected abstract CallOffs callOffs();

    protected abstract VoucherRepository vouchers();

    protected abstract OrderLedger ledger();

    protected abstract PendingReleases releases();

    protected abstract OrderRepository orders();

    protected abstract FlashSaleRepository sales();

    /** Their changes. */
    protected abstract SaleChanges saleChanges();

    protected abstract ShopId shop();

    /** The time to pay of orders that are settled, or written, from now on. */
    protected abstract void payWithin(Duration time);

    /** Moves the moment until which an order may be paid. */
    protected abstract void payUntil(OrderId order, Instant moment);

    protected final OrderId nextId() {
        return new OrderId(ids.incrementAndGet());
    }

    protected final VoucherId voucher() {
        NewVoucher voucher = new NewVoucher(shop(), "券", null, null, PRICE, 1000);
        return await(vouchers().create(voucher)).orElseThrow().voucher();
    }

    private OrderId ordinaryOrder() {
        OrderId id = nextId();
        assertEquals(Outcome.WRITTEN, write(new Purchase(id, voucher(), buyer)));
        return id;
    }

    protected final VoucherId sale(int stock) {
        SaleWindow window = new SaleWindow(ADMITTED.minusSeconds(60), ADMITTED.plusSeconds(60));
        NewFlashSale sale = FlashSales.plain(shop(), "券", null, null, PRICE, 1000, stock, window);
        return await(sales().create(sale, shard)).orElseThrow().voucher();
    }

    /** Settles an order of a sale. */
    private Purchase flashOrder(VoucherId sale) {
        Purchase purchase = new Purchase(nextId(), sale, buyer);
        settle(ledger(), purchase);
        return purchase;
    }

    protected final void settle(OrderLedger ledger, Purchase purchase) {
        OrderLedger.Writer writer = await(ledger.becomeWriter(shard));
        Settlement settlement =
                await(writer.settle(List.of(new QueuedOrder(new EntryId(1000, ++entries), purchase, ADMITTED))));
        await(writer.close());
        assertEquals(List.of(purchase), settlement.settled());
    }

    private Order row(OrderId id) {
        return assertInstanceOf(
                        OrderProgress.Settled.class, await(orders().find(id)).orElseThrow())
                .row();
    }

    protected final OrderStatus status(OrderId id) {
        return row(id).status();
    }

    private long stock(VoucherId sale) {
        return await(sales().find(sale)).orElseThrow().stock();
    }

    private List<Purchase> pending() {
        return await(releases().pending(shard, 0, 100));
    }

    @Test
    void aTransitionStartsFromItsStatusAlone() {
        for (Map.Entry<OrderStatus, List<OrderTransition>> way : WAYS.entrySet()) {
            for (OrderTransition transition : TRANSITIONS) {
                OrderId id = ordinaryOrder();
                way.getValue().forEach(step -> assertInstanceOf(Result.Changed.class, apply(id, step)));
                OrderStatus before = status(id);
                assertEquals(way.getKey(), before);

                Result result = apply(id, transition);

                if (before == transition.from()) {
                    assertInstanceOf(Result.Changed.class, result);
                    assertEquals(transition.to(), status(id));
                } else {
                    assertEquals(new Result.Unchanged(row(id)), result);
                    assertEquals(before, status(id));
                }
            }
        }
        assertEquals(new Result.NoSuchOrder(), apply(nextId(), OrderTransition.CANCEL));
    }

    private Result apply(OrderId id, OrderTransition transition) {
        return await(transitions().apply(id, transition));
    }

    @Test
    void timesAndChannelAreWrittenWithTheStatus() {
        OrderId id = ordinaryOrder();
        var _ = apply(id, OrderTransition.pay(3));
        assertEquals(3, row(id).payType());
        assertTrue(row(id).payTime() != null && row(id).useTime() == null);
        var _ = apply(id, OrderTransition.REDEEM);
        assertTrue(row(id).useTime() != null && row(id).refundTime() == null);
    }

    private static List<UnitRelease> released(List<Result> results) {
        return results.stream()
                .flatMap(result ->
                        result instanceof Result.Changed changed ? changed.release().stream() : Stream.empty())
                .toList();
    }

    /** Orders of two sales, each cancelled twice, with one that is paid and one that is not there. */
    @Test
    void manyOrdersAreCancelledAtOnceEachOnItsOwn() {
        List<VoucherId> both = List.of(sale(30), sale(30));
        List<Purchase> purchases = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            Purchase purchase = new Purchase(nextId(), both.get(i % 2), new UserId(buyer.value() + i + 1));
            settle(ledger(), purchase);
            purchases.add(purchase);
        }
        OrderId paid = purchases.getLast().order();
        var _ = apply(paid, OrderTransition.pay(1));
        OrderId unknown = nextId();
        Purchase foreign = new Purchase(nextId(), both.getFirst(), new UserId(buyer.value()));
        settle(ledger(), foreign);
        List<Purchase> asked = new ArrayList<>();
        purchases.forEach(purchase -> asked.addAll(List.of(purchase, purchase)));
        asked.add(new Purchase(unknown, both.getFirst(), buyer));
        asked.add(new Purchase(foreign.order(), both.getFirst(), new UserId(buyer.value() + 1)));

        List<Result> results = atOnce(
                asked.size(),
                i -> transitions().cancel(asked.get(i).buyer(), asked.get(i).order()));

        assertEquals(List.of(new Result.NoSuchOrder(), new Result.NoSuchOrder()), results.subList(80, 82));
        assertEquals(OrderStatus.UNPAID, status(foreign.order()));
        List<Purchase> cancelled = purchases.subList(0, 39);
        List<UnitRelease> released = released(results);
        assertEquals(39, released.size(), "each unit returns once");
        assertEquals(
                cancelled.stream().map(one -> new UnitRelease(shard, one)).collect(Collectors.toSet()),
                Set.copyOf(released));
        Map<UserId, OrderId> claims =
                await(LoadedSale.read(sales(), both.getFirst())).orElseThrow().claims();
        assertEquals(Map.of(foreign.buyer(), foreign.order()), claims);
        assertEquals(OrderStatus.PAID, status(paid));
        assertEquals(Set.copyOf(cancelled), Set.copyOf(pending()));
        both.forEach(sale -> assertEquals(0L, await(sales().tally(sale)).surplus()));
        assertEquals(58, stock(both.getFirst()) + stock(both.getLast()));
        assertEquals(new SaleTally(30, 29, 1, 20, 0, 0, 0, 0), await(sales().tally(both.getFirst())));
        Purchase again =
                new Purchase(nextId(), both.getFirst(), cancelled.getFirst().buyer());
        settle(ledger(), again);
        assertEquals(OrderStatus.UNPAID, status(again.order()));
        assertEquals(28, stock(both.getFirst()));
    }

    /** A queue that lost the cancel admits the order once more, with a unit that the stock has. */
    @Test
    void anOrderThatIsOverAndSettledAgainStaysOverAndItsUnitIsReleased() {
        VoucherId sale = sale(6);
        List<Purchase> over = new ArrayList<>();
        List<QueuedOrder> again = new ArrayList<>();
        for (Map.Entry<OrderStatus, List<OrderTransition>> way : WAYS.entrySet()) {
            Purchase purchase = new Purchase(nextId(), sale, new UserId(buyer.value() + again.size()));
            settle(ledger(), purchase);
            way.getValue().forEach(step -> assertInstanceOf(Result.Changed.class, apply(purchase.order(), step)));
            if (way.getKey().isOver()) {
                over.add(purchase);
            }
            again.add(new QueuedOrder(new EntryId(2000, again.size()), purchase, ADMITTED));
        }
        await(releases().markReleased(pending()));
        Map<OrderId, OrderStatus> statuses =
                again.stream().collect(Collectors.toMap(QueuedOrder::order, order -> status(order.order())));

        OrderLedger.Writer writer = await(ledger().becomeWriter(shard));
        Settlement settlement = await(writer.settle(again));
        await(writer.close());

        assertEquals(new Settlement(List.of(), List.of(), over), settlement);
        assertEquals(over, pending());
        statuses.forEach((order, status) -> assertEquals(status, status(order)));
        assertEquals(3, stock(sale));
    }

    @Test
    void flashOrdersThatAreDueAreCancelledOldestFirst() {
        VoucherId sale = sale(4);
        List<Purchase> bought = LongStream.range(0, 4)
                .mapToObj(i -> new Purchase(nextId(), sale, new UserId(buyer.value() + i)))
                .toList();
        bought.forEach(purchase -> settle(ledger(), purchase));
        List<OrderId> orders = bought.stream().map(Purchase::order).toList();

        assertTheOldestAreCancelled(orders);

        assertEquals(Set.copyOf(bought.subList(0, 2)), Set.copyOf(pending()));
        assertEquals(2, stock(sale));
    }

    @Test
    void ordinaryOrdersThatAreDueAreCancelledOldestFirst() {
        assertTheOldestAreCancelled(List.of(ordinaryOrder(), ordinaryOrder(), ordinaryOrder(), ordinaryOrder()));
    }

    /** The last of these four orders is paid before it would be due, and the third may be paid for long. */
    private void assertTheOldestAreCancelled(List<OrderId> orders) {
        payUntil(orders.get(1), LONG_AGO.plusSeconds(1));
        payUntil(orders.getFirst(), LONG_AGO);
        payUntil(orders.getLast(), LONG_AGO);
        var _ = apply(orders.getLast(), OrderTransition.pay(1));

        OrderTransitions.Expiry first = await(transitions().expire(1));
        OrderTransitions.Expiry second = await(transitions().expire(100));

        assertTrue(first.mayBeMore());
        assertFalse(second.mayBeMore());
        assertEquals(
                List.of(List.of(orders.getFirst()), List.of(orders.get(1))),
                Stream.of(first, second)
                        .map(one -> one.orders().stream().map(Order::id).toList())
                        .toList());
        assertEquals(
                List.of(OrderStatus.CANCELLED, OrderStatus.CANCELLED, OrderStatus.UNPAID, OrderStatus.PAID),
                orders.stream().map(this::status).toList());
        assertEquals(List.of(), await(transitions().expire(100)).orders());
    }

    @Test
    void anUnpaidOrderShowsUntilWhenItIsToBePaid() {
        for (OrderId id : List.of(flashOrder(sale(1)).order(), ordinaryOrder())) {
            payUntil(id, LONG_AGO);
            assertEquals(Optional.of(LONG_AGO), await(orders().payUntil(row(id))));
            assertInstanceOf(Result.Changed.class, apply(id, OrderTransition.pay(2)));
            assertEquals(Optional.empty(), await(orders().payUntil(row(id))));
        }
    }

    /** Nodes may differ in it, and so may one before and after a restart. */
    @Test
    void eachOrderHasTheTimeToPayThatItWasSettledWith() {
        VoucherId sale = sale(3);
        List<OrderId> stay = new ArrayList<>(settledWithin(sale, Duration.ZERO));
        stay.addAll(settledWithin(sale, Duration.ofDays(1)));
        List<OrderId> brief = settledWithin(sale, Duration.ofMillis(1));
        Set<OrderId> expired = new HashSet<>();

        for (int call = 0; call < 1_000 && expired.size() < brief.size(); call++) {
            await(transitions().expire(100)).orders().forEach(order -> expired.add(order.id()));
        }

        assertEquals(Set.copyOf(brief), expired);
        stay.forEach(order -> assertEquals(OrderStatus.UNPAID, status(order)));
    }

    /** One of the sale, and an ordinary one. */
    private List<OrderId> settledWithin(VoucherId sale, Duration time) {
        payWithin(time);
        Purchase flash = new Purchase(nextId(), sale, new UserId(buyer.value() + time.toMillis()));
        settle(ledger(), flash);
        return List.of(flash.order(), ordinaryOrder());
    }

    @Test
    void expiringAtOnceCancelsEachOrderOnce() {
        VoucherId sale = sale(1);
        Purchase flash = flashOrder(sale);
        payUntil(flash.order(), LONG_AGO);

        List<OrderTransitions.Expiry> expired = atOnce(8, _ -> transitions().expire(10));

        assertEquals(1, expired.stream().mapToInt(one -> one.releases().size()).sum());
        assertEquals(1, stock(sale));
    }

    @Test
    void anOrdinaryVoucherIsBoughtOncePerId() {
        VoucherId voucher = voucher();
        Purchase purchase = new Purchase(nextId(), voucher, buyer);

        assertEquals(Outcome.WRITTEN, write(purchase));
        assertEquals(Outcome.WRITTEN, write(purchase));
        assertEquals(Outcome.WRITTEN, write(new Purchase(nextId(), voucher, buyer)));

        assertEquals(2, listed(buyer, Optional.empty(), Optional.empty()).size());
        assertEquals(Outcome.NO_SUCH_VOUCHER, write(new Purchase(nextId(), sale(1), buyer)), "of a flash sale");
        assertEquals(Outcome.NO_SUCH_VOUCHER, write(new Purchase(nextId(), new VoucherId(1L << 50), buyer)));
    }

    @Test
    void aBuyerHasAHundredUnpaidOrdersAtMost() {
        VoucherId voucher = voucher();
        Purchase first = new Purchase(nextId(), voucher, buyer);
        assertEquals(Outcome.WRITTEN, write(first));
        for (int i = 1; i < OrdinaryOrders.MAX_UNPAID; i++) {
            assertEquals(Outcome.WRITTEN, write(new Purchase(nextId(), voucher, buyer)));
        }

        Purchase oneMore = new Purchase(nextId(), voucher, buyer);
        assertEquals(Outcome.TOO_MANY_UNPAID, write(oneMore));
        assertEquals(Optional.empty(), await(orders().find(oneMore.order())));
        assertEquals(Outcome.WRITTEN, write(first), "it was written before");
        assertEquals(Outcome.WRITTEN, write(new Purchase(nextId(), voucher, new UserId(buyer.value() + (1L << 40)))));

        var _ = apply(first.order(), OrderTransition.CANCEL);
        assertEquals(Outcome.WRITTEN, write(oneMore));
    }

    private Outcome write(Purchase purchase) {
        return await(ordinaryOrders().write(purchase));
    }

    @Test
    void theListHasEachOrderOnceWhileOrdersArrive() {
        List<OrderId> before = new ArrayList<>();
        for (int i = 0; i < 13; i++) {
            before.add(ordinaryOrder());
        }
        ListOrders list = new InMemoryOrderLists().listing(pages());
        List<OrderId> seen = new ArrayList<>();
        Optional<Position> next = Optional.empty();
        do {
            ListOrders.Page page = await(list.list(buyer, Optional.empty(), next, 4));
            assertEquals(page.orders().stream().sorted(OrderPages.NEWEST_FIRST).toList(), page.orders());
            page.orders().forEach(order -> seen.add(order.id()));
            next = page.next();
            var _ = ordinaryOrder();
        } while (next.isPresent());

        assertEquals(seen.stream().distinct().toList(), seen);
        assertTrue(seen.containsAll(before));
    }

    @Test
    void theListIsOfOneStatusWhenAskedSoAndBeginsAfterAPosition() {
        OrderId paid = ordinaryOrder();
        List<Order> all = List.of(row(ordinaryOrder()));
        Optional<OrderStatus> any = Optional.empty();
        for (long id : new long[] {1, Long.MAX_VALUE}) {
            Position greatest = new Position(Position.MAX_SCORE, new OrderId(id));
            assertEquals(2, listed(buyer, any, Optional.of(greatest)).size());
        }
        assertEquals(List.of(), listed(buyer, any, Optional.of(new Position(0, new OrderId(1)))));
        var _ = apply(paid, OrderTransition.pay(1));
        assertEquals(List.of(row(paid)), listed(buyer, Optional.of(OrderStatus.PAID), Optional.empty()));
        assertEquals(all, listed(buyer, Optional.of(OrderStatus.UNPAID), Optional.empty()));
        assertEquals(List.of(), listed(new UserId(1L << 40), any, Optional.empty()));
    }

    private PaymentId begin(OrderId order) {
        return begin(order, 2);
    }

    private PaymentId begin(OrderId order, int payType) {
        PaymentId id = new PaymentId(ids.incrementAndGet());
        assertEquals(
                new PaymentLedger.Begun.Started(new Payment(id, order, payType, PRICE, Payment.Status.PENDING)),
                await(payments().begin(id, order, buyer, payType)));
        return id;
    }

    private Recorded capture(PaymentId payment, long amount) {
        return await(payments().capture(payment, amount)).recorded();
    }

    private List<Order> listed(UserId of, Optional<OrderStatus> status, Optional<Position> after) {
        return await(pages().page(of, status, after, 10));
    }

    private Optional<Refund> pendingRefund(PaymentId payment) {
        return await(refunds().pendingRefunds(0, 10_000)).stream()
                .filter(refund -> refund.payment().equals(payment))
                .findFirst();
    }

    @Test
    void aPaymentIsBegunOncePerIdAndForItsBuyerAlone() {
        OrderId order = ordinaryOrder();
        PaymentId id = begin(order);

        assertEquals(
                new PaymentLedger.Begun.Started(new Payment(id, order, 2, PRICE, Payment.Status.PENDING)),
                await(payments().begin(id, order, buyer, 2)));
        PaymentId other = new PaymentId(ids.incrementAndGet());
        assertEquals(
                new PaymentLedger.Begun.NoSuchOrder(), await(payments().begin(other, order, new UserId(1L << 40), 2)));
        assertEquals(new PaymentLedger.Begun.NoSuchOrder(), await(payments().begin(other, nextId(), buyer, 2)));
        var _ = apply(order, OrderTransition.CANCEL);
        assertEquals(
                new PaymentLedger.Begun.NotUnpaid(row(order)), await(payments().begin(other, order, buyer, 2)));
    }

    @Test
    void ofTwoPaymentsOnePaysAndOneReturns() {
        OrderId order = ordinaryOrder();
        List<PaymentId> both = List.of(begin(order), begin(order, 3));

        List<Recorded> outcomes =
                atOnce(8, i -> payments().capture(both.get(i % 2), PRICE).thenApply(PaymentLedger.Capture::recorded));

        assertEquals(4, outcomes.stream().filter(Recorded.PAID::equals).count());
        assertEquals(4, outcomes.stream().filter(Recorded.TO_REFUND::equals).count());
        assertEquals(OrderStatus.PAID, status(order));
        assertEquals(
                List.of(Refund.Reason.DUPLICATE),
                both.stream()
                        .flatMap(id -> pendingRefund(id).stream())
                        .map(Refund::reason)
                        .toList());
    }

    @Test
    void moneyOfAWrongAmountOrThatIsLateReturns() {
        OrderId order = ordinaryOrder();
        PaymentId wrong = begin(order);
        PaymentId late = begin(order, 3);

        assertEquals(
                OptionalLong.empty(),
                await(payments().capture(new PaymentId(order.value()), 1)).earlier());
        Capture first = await(payments().capture(wrong, PRICE - 1));
        assertEquals(new Capture(Recorded.TO_REFUND, Optional.of(row(order)), OptionalLong.empty()), first);
        Capture second = await(payments().capture(wrong, PRICE));
        assertEquals(new Capture(Recorded.TO_REFUND, Optional.empty(), OptionalLong.of(PRICE - 1)), second);
        assertEquals(OrderStatus.UNPAID, status(order));
        var _ = apply(order, OrderTransition.EXPIRE);
        assertEquals(Recorded.LATE, capture(late, PRICE));
        assertEquals(Optional.empty(), pendingRefund(late));
        LatePayment undecided = late(late);
        assertEquals(
                new GivenUp(Optional.of(row(order)), Optional.empty()),
                await(latePayments().giveUp(undecided, true)));
        assertEquals(NOTHING, await(latePayments().giveUp(undecided, true)), "it is decided");
        assertEquals(Recorded.TO_REFUND, capture(late, PRICE));

        assertEquals(
                Optional.of(new Refund(wrong, order, PRICE - 1, Refund.Reason.WRONG_AMOUNT)), pendingRefund(wrong));
        assertEquals(Optional.of(new Refund(late, order, PRICE, Refund.Reason.LATE)), pendingRefund(late));
        var _ = await(refunds().completeRefund(pendingRefund(late).orElseThrow()));
        assertEquals(Optional.empty(), pendingRefund(late));
        assertEquals(OrderStatus.CANCELLED, status(order));
    }

    @Test
    void moneyThatCameAfterARefusalPays() {
        OrderId order = ordinaryOrder();
        PaymentId id = begin(order);
        assertEquals(Recorded.REFUSED, await(payments().refuse(id)));
        assertEquals(OrderStatus.UNPAID, status(order));

        assertEquals(Recorded.PAID, capture(id, PRICE));
        assertEquals(Recorded.PAID, await(payments().refuse(id)));

        assertEquals(OrderStatus.PAID, status(order));
        PaymentId unknown = new PaymentId(ids.incrementAndGet());
        assertEquals(Recorded.UNKNOWN, capture(unknown, PRICE));
        assertEquals(Recorded.UNKNOWN, await(payments().refuse(unknown)));
    }

    /** Round after round, a payment meets a time-out; money and status always agree. */
    @Test
    void ofPaymentAndTimeOutOneWins() {
        for (int round = 0; round < 20; round++) {
            VoucherId sale = sale(1);
            Purchase purchase = flashOrder(sale);
            PaymentId payment = begin(purchase.order());
            List<CompletionStage<?>> both = List.of(
                    payments().capture(payment, PRICE), transitions().apply(purchase.order(), OrderTransition.EXPIRE));
            both.forEach(each -> assertNotNull(await(each)));

            boolean isPaid = status(purchase.order()) == OrderStatus.PAID;
            assertEquals(isPaid ? Recorded.PAID : Recorded.LATE, capture(payment, PRICE));
            assertEquals(isPaid ? 0 : 1, stock(sale));
            assertEquals(isPaid, await(latePayments().find(payment, FOR_YEARS)).isEmpty());
        }
    }

    @Test
    void manyRefundsAtOnceAreOne() {
        VoucherId sale = sale(1);
        Purchase purchase = flashOrder(sale);
        PaymentId payment = begin(purchase.order());
        assertEquals(Recorded.PAID, capture(payment, PRICE));

        List<Refunds.RefundRequest> requests = atOnce(64, _ -> refunds().requestRefund(purchase.order(), buyer));

        assertEquals(1, count(Refunds.RefundRequest.Accepted.class, requests));
        assertEquals(OrderStatus.REFUNDING, status(purchase.order()));
        assertEquals(1, stock(sale));
        assertEquals(List.of(purchase), pending());
        Refund refund = pendingRefund(payment).orElseThrow();
        assertEquals(new Refund(payment, purchase.order(), PRICE, Refund.Reason.REQUESTED), refund);
        var _ = await(refunds().completeRefund(refund));
        var _ = await(refunds().completeRefund(refund));
        assertEquals(OrderStatus.REFUNDED, status(purchase.order()));
        assertTrue(row(purchase.order()).refundTime() != null);
        assertEquals(new SaleTally(1, 1, 0, 0, 1, 0, 0, 0), await(sales().tally(sale)));
    }

    @Test
    void whatWasNotPaidHereIsNotRefunded() {
        OrderId elsewhere = ordinaryOrder();
        var _ = apply(elsewhere, OrderTransition.pay(1));

        assertEquals(
                new Refunds.RefundRequest.NotRefundable(row(elsewhere)),
                await(refunds().requestRefund(elsewhere, buyer)));
        assertEquals(
                new Refunds.RefundRequest.NoSuchOrder(),
                await(refunds().requestRefund(elsewhere, new UserId(1L << 40))));
        assertEquals(OrderStatus.PAID, status(elsewhere));
    }

    @Test
    void pendingPaymentsAreListedAndNotificationsSeenOnce() {
        PaymentId id = begin(ordinaryOrder());
        assertTrue(await(payments().unresolved(Duration.ZERO, 0, 10_000)).stream()
                .anyMatch(payment -> payment.id().equals(id)));
        assertTrue(await(payments().unresolved(FOR_YEARS, 0, 10_000)).stream()
                .noneMatch(payment -> payment.id().equals(id)));

        String notification = "n-" + id.value();
        assertTrue(await(notifications().firstSeen(notification)));
        assertFalse(await(notifications().firstSeen(notification)));
    }

    /** As after a double click: the money would be taken twice, and one part of it returned. */
    @Test
    void whileAnAttemptIsPendingNoOtherBeginsOnItsChannel() {
        OrderId order = ordinaryOrder();
        List<PaymentLedger.Begun> begun =
                atOnce(8, _ -> payments().begin(new PaymentId(ids.incrementAndGet()), order, buyer, 2));
        assertEquals(1, count(PaymentLedger.Begun.Started.class, begun));
        assertEquals(7, count(PaymentLedger.Begun.Waiting.class, begun));
        PaymentId pending = await(payments().unresolved(Duration.ZERO, 0, 10_000)).stream()
                .filter(payment -> payment.order().equals(order))
                .findFirst()
                .orElseThrow()
                .id();
        PaymentId other = new PaymentId(ids.incrementAndGet());
        assertEquals(new PaymentLedger.Begun.Waiting(pending), await(payments().begin(other, order, buyer, 2)));
        assertEquals(Recorded.UNKNOWN, await(payments().refuse(other)));
        var _ = begin(order, 1);
        assertEquals(Recorded.REFUSED, await(payments().refuse(pending)));
        assertInstanceOf(PaymentLedger.Begun.Started.class, await(payments().begin(other, order, buyer, 2)));
    }

    @Test
    void whatIsPendingIsReadPageByPage() {
        OrderId order = ordinaryOrder();
        List<PaymentId> both = List.of(begin(order), begin(order, 3));
        assertEquals(both, unresolvedFrom(both, 0));
        assertEquals(both.subList(1, 2), unresolvedFrom(both, both.getFirst().value()));
        assertEquals(List.of(), unresolvedFrom(both, both.getLast().value()));

        both.forEach(payment -> assertEquals(Recorded.TO_REFUND, capture(payment, PRICE - 1)));
        assertEquals(List.of(), unresolvedFrom(both, 0));
        assertEquals(both, pendingRefundsFrom(both, 0));
        assertEquals(
                both.subList(1, 2), pendingRefundsFrom(both, both.getFirst().value()));
        assertEquals(List.of(), pendingRefundsFrom(both, both.getLast().value()));
    }

    private List<PaymentId> unresolvedFrom(List<PaymentId> some, long after) {
        return await(payments().unresolved(Duration.ZERO, after, 10_000)).stream()
                .map(Payment::id)
                .filter(some::contains)
                .toList();
    }

    private List<PaymentId> pendingRefundsFrom(List<PaymentId> some, long after) {
        return await(refunds().pendingRefunds(after, 10_000)).stream()
                .map(Refund::payment)
                .filter(some::contains)
                .toList();
    }

    /** The buyer did not want it any more, so that no unit is taken for it. */
    @Test
    void moneyForAnOrderThatItsBuyerCancelledReturns() {
        OrderId order = ordinaryOrder();
        PaymentId payment = begin(order);
        var _ = apply(order, OrderTransition.CANCEL);

        assertEquals(Recorded.TO_REFUND, capture(payment, PRICE));

        assertEquals(Optional.of(new Refund(payment, order, PRICE, Refund.Reason.LATE)), pendingRefund(payment));
        assertEquals(OrderStatus.CANCELLED, status(order));
    }

    @Test
    void theBuyerLearnsThatMoneyReturns() {
        OrderId order = ordinaryOrder();
        PaymentId duplicate = begin(order);
        PaymentId first = begin(order, 3);
        var _ = await(payments().capture(first, PRICE));

        PaymentLedger.Capture captured = await(payments().capture(duplicate, PRICE));

        assertEquals(
                new PaymentLedger.Capture(Recorded.TO_REFUND, Optional.of(row(order)), OptionalLong.empty()), captured);
        Refund refund = pendingRefund(duplicate).orElseThrow();
        assertEquals(Optional.of(row(order)), await(refunds().completeRefund(refund)));
        assertEquals(Optional.empty(), await(refunds().completeRefund(refund)));
        assertEquals(
                List.of(Kind.SETTLED, Kind.PAID, Kind.MONEY_RETURNING, Kind.MONEY_RETURNED),
                await(notices().after(buyer, 0, 10)).stream()
                        .map(OrderNotice::kind)
                        .toList());
    }

    private LatePayment late(PaymentId id) {
        return await(latePayments().find(id, FOR_YEARS)).orElseThrow();
    }

    /** An order of a sale of one unit that expired, with a payment that came afterwards. */
    private LatePayment lateFor(Purchase purchase) {
        PaymentId payment = begin(purchase.order());
        var _ = apply(purchase.order(), OrderTransition.EXPIRE);
        assertEquals(Recorded.LATE, capture(payment, PRICE));
        return late(payment);
    }

    private CompletionStage<Optional<Order>> revive(LatePayment late) {
        return latePayments().revive(late, late.shard().map(sold -> await(ledger().epoch(sold))));
    }

    /** The queue of the next epoch is loaded without the reservation, and sells its unit. */
    @Test
    void anOrderIsNotRevivedByAUnitOfAnEarlierEpoch() {
        VoucherId sale = sale(1);
        Purchase purchase = flashOrder(sale);
        LatePayment late = lateFor(purchase);
        Epoch reservedIn = await(ledger().epoch(shard));
        OrderLedger.Writer writer = await(ledger().becomeWriter(shard));
        Epoch next = await(writer.nextEpoch());
        await(writer.close());

        assertInstanceOf(Unavailable.class, failureOf(latePayments().revive(late, Optional.of(reservedIn))));
        assertEquals(OrderStatus.CANCELLED, status(purchase.order()));
        assertEquals(1, stock(sale));
        assertTrue(await(latePayments().revive(late, Optional.of(next))).isPresent(), "it is not decided");
        assertEquals(0, stock(sale));
        SaleBalance balance = await(sales().balances(shard, FOR_YEARS)).getFirst();
        assertEquals(next.number(), balance.revivedIn());
        assertTrue(balance.mayLackRevivals(next));
        assertFalse(balance.mayLackRevivals(new Epoch(shard, next.number() + 1)));
    }

    @Test
    void moneyThatIsLateRevivesAnOrderWithAUnitAndAClaim() {
        VoucherId sale = sale(1);
        Purchase purchase = flashOrder(sale);
        LatePayment late = lateFor(purchase);
        assertEquals(Optional.of(shard), late.shard());
        assertEquals(Optional.of(new UnitRelease(shard, purchase)), late.unreleased());
        assertFalse(late.isOld());
        assertTrue(await(latePayments().undecided(Duration.ZERO, 10_000)).stream()
                .anyMatch(one -> one.payment().id().equals(late.payment().id()) && one.isOld()));
        await(releases().markReleased(List.of(purchase)));
        assertEquals(Optional.empty(), late(late.payment().id()).unreleased());

        List<Optional<Order>> revived = atOnce(8, _ -> revive(late));
        assertEquals(1, revived.stream().filter(Optional::isPresent).count());
        assertEquals(OrderStatus.PAID, status(purchase.order()));
        assertEquals(0, stock(sale));
        assertEquals(NOTHING, await(latePayments().giveUp(late, true)), "it is the order's unit");
        assertEquals(
                new SaleTally(1, 0, 1, 0, 0, 1, 0, 0), await(sales().tally(sale)), "a revived order is not cancelled");
        LoadedSale loaded = await(LoadedSale.read(sales(), sale)).orElseThrow();
        assertEquals(List.of(late.purchase()), loaded.purchases(loaded.claims()), "in its revision");
        assertEquals(Recorded.PAID, capture(late.payment().id(), PRICE));
        assertEquals(List.of(), pending());
        assertEquals(Optional.empty(), pendingRefund(late.payment().id()));

        Refunds.RefundRequest refund = await(refunds().requestRefund(purchase.order(), buyer));
        Purchase inRevision =
                new Purchase(purchase.order(), sale, buyer, late.payment().id().value());
        assertEquals(
                new Refunds.RefundRequest.Accepted(
                        row(purchase.order()), Optional.of(new UnitRelease(shard, inRevision))),
                refund);
        assertEquals(1, stock(sale));
        await(releases().markReleased(List.of(purchase)));
        assertEquals(List.of(inRevision), pending(), "the first unit's release is another one");
        await(releases().markReleased(List.of(inRevision)));
        assertEquals(List.of(), pending());
    }

    @Test
    void moneyThatIsLateIsRefundedWhenTheUnitOrTheClaimIsGone() {
        VoucherId sale = sale(1);
        Purchase purchase = flashOrder(sale);
        LatePayment late = lateFor(purchase);
        await(releases().markReleased(List.of(purchase)));
        Purchase again = flashOrder(sale);
        assertEquals(Optional.empty(), await(revive(late)));
        assertEquals(OrderStatus.CANCELLED, status(purchase.order()));
        assertEquals(OrderStatus.UNPAID, status(again.order()));

        assertEquals(
                new GivenUp(Optional.of(row(purchase.order())), Optional.empty()),
                await(latePayments().giveUp(late, false)));
        assertEquals(List.of(), pending(), "nothing was reserved");
        List<GivenUp> released = atOnce(8, _ -> latePayments().giveUp(late, true));
        UnitRelease reserved = new UnitRelease(
                shard,
                new Purchase(purchase.order(), sale, buyer, late.payment().id().value()));
        assertEquals(
                Set.of(new GivenUp(Optional.empty(), Optional.of(reserved))),
                Set.copyOf(released),
                "each may have reserved it since");
        assertEquals(List.of(reserved.purchase()), pending());
        assertEquals(
                Refund.Reason.LATE,
                pendingRefund(late.payment().id()).orElseThrow().reason());
        assertEquals(Optional.empty(), await(revive(late)));
        assertEquals(0, stock(sale));
    }

    /** A call that reserved a unit for an order that was revived by another, and refunded since. */
    @Test
    void aUnitReservedForAnOrderThatGaveItsOwnBackIsReleased() {
        VoucherId sale = sale(1);
        Purchase purchase = flashOrder(sale);
        LatePayment late = lateFor(purchase);
        await(releases().markReleased(List.of(purchase)));
        assertTrue(await(revive(late)).isPresent());
        var _ = await(refunds().requestRefund(purchase.order(), buyer));
        await(releases().markReleased(List.of(late.purchase())));

        assertEquals(
                new GivenUp(Optional.empty(), Optional.of(new UnitRelease(shard, late.purchase()))),
                await(latePayments().giveUp(late, true)));
        assertEquals(List.of(late.purchase()), pending());
        assertEquals(1, stock(sale), "the stock has it already");
    }

    @Test
    void aRevisionIsUndecidedUntilItsPaymentHasAnOutcome() {
        Purchase purchase = flashOrder(sale(1));
        PaymentId pending = begin(purchase.order(), 3);
        LatePayment late = lateFor(purchase);
        long unknown = ids.incrementAndGet();
        Set<Long> all = Set.of(pending.value(), late.purchase().revision(), unknown);
        assertEquals(Set.of(pending.value(), late.purchase().revision()), await(ledger().undecided(all)));

        var _ = await(latePayments().giveUp(late, false));
        assertEquals(Set.of(pending.value()), await(ledger().undecided(all)));
        assertEquals(Set.of(), await(ledger().undecided(Set.of())));
    }

    @Test
    void anOrdinaryOrderIsRevivedWithoutAUnit() {
        OrderId order = ordinaryOrder();
        PaymentId payment = begin(order);
        var _ = apply(order, OrderTransition.EXPIRE);
        assertEquals(Recorded.LATE, capture(payment, PRICE));
        LatePayment late = late(payment);
        assertEquals(Optional.empty(), late.shard());
        assertTrue(await(revive(late)).isPresent());
        assertEquals(OrderStatus.PAID, status(order));
        assertNotNull(row(order).payTime());
    }

    /** The order of a buyer of its own in the sale, paid here. */
    private OrderId paid(VoucherId sale, int more) {
        OrderId order = bought(sale, more);
        PaymentId payment = new PaymentId(ids.incrementAndGet());
        var _ = await(payments().begin(payment, order, new UserId(buyer.value() + more), 2));
        assertEquals(Recorded.PAID, capture(payment, PRICE));
        return order;
    }

    private OrderId bought(VoucherId sale, int more) {
        Purchase purchase = new Purchase(nextId(), sale, new UserId(buyer.value() + more));
        settle(ledger(), purchase);
        return purchase.order();
    }

    /** Passes over all orders, two at a time. */
    private List<OrderId> clear(VoucherId sale, boolean refunds) {
        List<OrderId> ended = new ArrayList<>();
        Cleared cleared;
        do {
            cleared = await(callOffs().clear(sale, 2, refunds));
            assertTrue(cleared.orders().size() <= 2);
            cleared.orders().forEach(order -> ended.add(order.id()));
        } while (cleared.mayBeMore());
        return ended;
    }

    private void finishRefunds(VoucherId sale) {
        for (Refund refund : await(refunds().pendingRefunds(0, 10_000))) {
            if (row(refund.order()).voucher().equals(sale)) {
                var _ = await(refunds().completeRefund(refund));
            }
        }
    }

    private CallOff callOff(VoucherId sale) {
        return await(callOffs().find(sale)).orElseThrow();
    }

    private boolean isUnfinished(VoucherId sale) {
        return await(callOffs().unfinished(10_000)).contains(sale);
    }

    @Test
    void theOrdersOfACalledOffSaleEndAndItsMoneyAddsUp() {
        VoucherId sale = sale(7);
        OrderId unpaid = bought(sale, 1);
        List<OrderId> paid = List.of(paid(sale, 2), paid(sale, 3));
        OrderId used = paid(sale, 4);
        var _ = apply(used, OrderTransition.REDEEM);
        OrderId cancelled = bought(sale, 5);
        var _ = apply(cancelled, OrderTransition.CANCEL);
        OrderId elsewhere = bought(sale, 6);
        var _ = apply(elsewhere, OrderTransition.pay(1));
        assertEquals(Optional.empty(), await(callOffs().find(sale)));

        assertTrue(await(callOffs().begin(sale, STAFF)));
        assertTrue(await(callOffs().begin(sale, STAFF)));
        assertFalse(await(callOffs().begin(new VoucherId(1L << 40), STAFF)));

        assertEquals(Optional.empty(), FlashSales.setState(saleChanges(), sale, SaleState.OPEN), "for good");
        assertEquals(
                SaleState.CALLED_OFF, await(sales().find(sale)).orElseThrow().state());
        assertTrue(isUnfinished(sale));
        assertEquals(4, callOff(sale).orders().left());
        assertEquals(List.of(unpaid, paid.getFirst(), paid.getLast(), elsewhere), clear(sale, true));
        assertEquals(
                List.of(OrderStatus.CANCELLED, OrderStatus.REFUNDING, OrderStatus.USED, OrderStatus.CANCELLED),
                List.of(status(unpaid), status(paid.getFirst()), status(used), status(elsewhere)));
        assertFalse(await(callOffs().finish(sale, 1)), "units and money are on their way");
        await(releases().markReleased(pending()));
        assertFalse(await(callOffs().finish(sale, 1)), "money is on its way");
        finishRefunds(sale);
        assertFalse(await(callOffs().finish(sale, 2)), "the queue knows of another order");
        assertEquals(Optional.empty(), callOff(sale).done());
        assertTrue(await(callOffs().finish(sale, 1)));
        assertTrue(await(callOffs().finish(sale, 1)));

        assertFalse(isUnfinished(sale));
        CallOff done = callOff(sale);
        assertTrue(done.done().isPresent());
        assertEquals(new UserId(77), done.actor());
        assertEquals("no goods", done.reason());
        assertEquals(new CallOff.Orders(0, 2, 0, 2, 1, 1, 0), done.orders());
        assertEquals(new CallOff.Money(4 * PRICE, 2 * PRICE, PRICE, PRICE), done.money());
        assertEquals(6, stock(sale));
        assertEquals(
                Kind.CALLED_OFF,
                await(notices().after(row(unpaid).user(), 0, 10)).getLast().kind());
    }

    @Test
    void whatIsSettledBehindAPassIsComeToByTheNextOne() {
        VoucherId sale = sale(3);
        OrderId late = nextId();
        OrderId first = bought(sale, 1);
        var _ = await(callOffs().begin(sale, STAFF));
        assertEquals(List.of(first), clear(sale, true));
        settle(ledger(), new Purchase(late, sale, new UserId(buyer.value() + 2)));
        assertEquals(List.of(), clear(sale, true));
        await(releases().markReleased(pending()));

        assertFalse(await(callOffs().finish(sale, 1)));
        assertEquals(List.of(late), clear(sale, true));
        await(releases().markReleased(pending()));
        assertTrue(await(callOffs().finish(sale, 0)));
        assertEquals(new CallOff.Orders(0, 2, 0, 0, 0, 0, 0), callOff(sale).orders());
        assertFalse(isUnfinished(sale));

        OrderId afterTheEnd = bought(sale, 3);
        assertTrue(isUnfinished(sale), "as from a queue that lost its state");
        assertEquals(List.of(afterTheEnd), clear(sale, true));
        await(releases().markReleased(pending()));
        assertTrue(await(callOffs().finish(sale, 0)));
        assertEquals(3, callOff(sale).orders().cancelled());
    }

    @Test
    void manyWhoClearAtOnceEndEachOrderOnce() {
        VoucherId sale = sale(20);
        for (int i = 0; i < 10; i++) {
            OrderId unpaid = bought(sale, 2 * i);
            OrderId paid = paid(sale, 2 * i + 1);
            assertTrue(unpaid.value() < paid.value());
        }
        var _ = await(callOffs().begin(sale, STAFF));

        for (int pass = 0; pass < 20 && callOff(sale).orders().left() > 0; pass++) {
            var _ = atOnce(4, _ -> callOffs().clear(sale, 100, true));
            await(releases().markReleased(pending()));
            finishRefunds(sale);
            // Orders that one held back from the others are for the next pass.
            var _ = await(callOffs().finish(sale, 0));
        }

        assertTrue(await(callOffs().finish(sale, 0)));
        assertEquals(new CallOff.Orders(0, 10, 0, 10, 0, 0, 0), callOff(sale).orders());
        assertEquals(20, stock(sale));
    }

    @Test
    void withoutAGatewayTheMoneyIsOwed() {
        VoucherId sale = sale(1);
        OrderId paid = paid(sale, 1);
        var _ = await(callOffs().begin(sale, STAFF));

        assertEquals(List.of(paid), clear(sale, false));

        assertEquals(OrderStatus.CANCELLED, status(paid));
        assertEquals(1, stock(sale));
        await(releases().markReleased(pending()));
        assertTrue(await(callOffs().finish(sale, 0)));
        assertEquals(new CallOff.Orders(0, 0, 0, 0, 0, 1, 0), callOff(sale).orders());
        assertEquals(new CallOff.Money(PRICE, 0, 0, PRICE), callOff(sale).money());
    }

    @Test
    void lateMoneyRevivesNoOrderOfACalledOffSale() {
        VoucherId sale = sale(2);
        Purchase expired = flashOrder(sale);
        LatePayment late = lateFor(expired);
        OrderId unpaid = bought(sale, 1);
        PaymentId pending = new PaymentId(ids.incrementAndGet());
        var _ = await(payments().begin(pending, unpaid, new UserId(buyer.value() + 1), 2));
        var _ = await(callOffs().begin(sale, STAFF));
        var _ = clear(sale, true);
        await(releases().markReleased(pending()));

        assertEquals(Optional.empty(), await(revive(late)));
        assertFalse(await(callOffs().finish(sale, 0)), "a payment is late, and one undecided");
        var _ = await(latePayments().giveUp(late, false));
        assertEquals(Recorded.TO_REFUND, capture(pending, PRICE));

        assertEquals(Refund.Reason.LATE, pendingRefund(pending).orElseThrow().reason());
        assertEquals(
                List.of(OrderStatus.CANCELLED, OrderStatus.CANCELLED),
                List.of(status(expired.order()), status(unpaid)));
        assertFalse(await(callOffs().finish(sale, 0)));
        finishRefunds(sale);
        assertTrue(await(callOffs().finish(sale, 0)));
        assertEquals(
                new CallOff.Money(2 * PRICE, 2 * PRICE, 0, 0), callOff(sale).money());
        assertEquals(2, stock(sale));
    }

    @Test
    void aRedemptionIsUndoneForAWhile() {
        VoucherId sale = sale(1);
        OrderId order = paid(sale, 1);
        Duration within = Duration.ofMinutes(10);
        assertEquals(
                Optional.of(new Result.Unchanged(row(order))),
                await(transitions().unredeem(order, within, STAFF)));
        assertEquals(Optional.of(new Result.NoSuchOrder()), await(transitions().unredeem(nextId(), within, STAFF)));
        var _ = apply(order, OrderTransition.REDEEM.by(new UserId(7)));
        assertEquals(Optional.empty(), await(transitions().unredeem(order, Duration.ZERO, STAFF)));
        assertEquals(OrderStatus.USED, status(order));

        Optional<Result> undone = await(transitions().unredeem(order, within, STAFF));

        assertEquals(Optional.of(new Result.Changed(row(order), Optional.empty())), undone);
        assertEquals(OrderStatus.PAID, status(order));
        assertNull(row(order).useTime());
        assertNotNull(row(order).payTime());
        assertEquals(
                List.of(Kind.PAID, Kind.USED, Kind.UNREDEEMED),
                await(notices().after(row(order).user(), 0, 10)).stream()
                        .map(OrderNotice::kind)
                        .filter(kind -> kind != Kind.SETTLED)
                        .toList());
        assertEquals(0, stock(sale));
    }

    /** The order is paid then, and its money has to return. */
    @Test
    void aRedemptionThatIsUndoneOpensTheCallOffAgain() {
        VoucherId sale = sale(1);
        OrderId order = paid(sale, 1);
        var _ = apply(order, OrderTransition.REDEEM);
        var _ = await(callOffs().begin(sale, STAFF));
        assertEquals(List.of(), clear(sale, true));
        assertTrue(await(callOffs().finish(sale, 1)));

        var _ = await(transitions().unredeem(order, Duration.ofMinutes(10), STAFF));

        assertTrue(isUnfinished(sale));
        assertEquals(List.of(order), clear(sale, true));
        await(releases().markReleased(pending()));
        finishRefunds(sale);
        assertTrue(await(callOffs().finish(sale, 0)));
        assertEquals(new CallOff.Orders(0, 0, 0, 1, 0, 0, 0), callOff(sale).orders());
    }

    @Test
    void staffReturnTheMoneyOfAPaidOrder() {
        VoucherId sale = sale(2);
        OrderId order = paid(sale, 1);
        OrderId unpaid = bought(sale, 2);

        assertInstanceOf(RefundRequest.Accepted.class, await(refunds().requestRefund(order, STAFF)));
        assertEquals(
                new RefundRequest.NotRefundable(row(order)), await(refunds().requestRefund(order, STAFF)));
        assertEquals(
                new RefundRequest.NotRefundable(row(unpaid)), await(refunds().requestRefund(unpaid, STAFF)));
        assertEquals(new RefundRequest.NoSuchOrder(), await(refunds().requestRefund(nextId(), STAFF)));

        assertEquals(OrderStatus.REFUNDING, status(order));
        assertEquals(
                List.of(Refund.Reason.STAFF),
                await(refunds().pendingRefunds(0, 10_000)).stream()
                        .filter(refund -> refund.order().equals(order))
                        .map(Refund::reason)
                        .toList());
        finishRefunds(sale);
        assertEquals(OrderStatus.REFUNDED, status(order));
        assertEquals(1, stock(sale));
    }

    @Test
    void noticesAreNumberedWithoutGapsAsTheyAreRead() {
        assertEquals(0, await(notices().last(buyer)));
        OrderId order = ordinaryOrder();
        assertEquals(Set.of(buyer), await(notices().haveMore(Map.of(buyer, 0L, new UserId(1L << 40), 0L))));
        var _ = apply(order, OrderTransition.pay(1));
        var _ = apply(order, OrderTransition.REQUEST_REFUND);
        var _ = apply(order, OrderTransition.COMPLETE_REFUND);

        List<OrderNotice> all = await(notices().after(buyer, 0, 10));
        assertEquals(
                List.of(Kind.SETTLED, Kind.PAID, Kind.REFUNDING, Kind.REFUNDED),
                all.stream().map(OrderNotice::kind).toList());
        assertEquals(
                List.of(1L, 2L, 3L, 4L), all.stream().map(OrderNotice::number).toList());
        assertTrue(all.stream().allMatch(notice -> notice.order().equals(order)));
        assertEquals(all.subList(2, 3), await(notices().after(buyer, 2, 1)));
        assertEquals(4, await(notices().last(buyer)));
        assertEquals(Set.of(), await(notices().haveMore(Map.of(buyer, 4L))));
        assertEquals(Set.of(buyer), await(notices().haveMore(Map.of(buyer, 3L))));
    }

    /** A reader goes on from the last number while orders are written and others read. */
    @Test
    void aReaderMissesNoNoticeWhateverTheOrderOfCommits() {
        VoucherId voucher = voucher();
        List<OrderId> orders = LongStream.range(0, 48).mapToObj(_ -> nextId()).toList();
        List<OrderNotice> read = new ArrayList<>();
        List<CompletionStage<?>> writes = new ArrayList<>();
        for (OrderId order : orders) {
            writes.add(ordinaryOrders().write(new Purchase(order, voucher, buyer)));
            long last = read.isEmpty() ? 0 : read.getLast().number();
            var _ = notices().last(buyer).exceptionally(_ -> 0L);
            read.addAll(await(notices().after(buyer, last, 5)));
        }
        writes.forEach(write -> assertNotNull(await(write)));
        while (read.size() < orders.size()) {
            List<OrderNotice> more = await(
                    notices().after(buyer, read.isEmpty() ? 0 : read.getLast().number(), 5));
            assertFalse(more.isEmpty(), "missed");
            read.addAll(more);
        }
        assertEquals(
                LongStream.rangeClosed(1, orders.size()).boxed().toList(),
                read.stream().map(OrderNotice::number).toList());
        assertEquals(Set.copyOf(orders), read.stream().map(OrderNotice::order).collect(Collectors.toSet()));
    }
}
