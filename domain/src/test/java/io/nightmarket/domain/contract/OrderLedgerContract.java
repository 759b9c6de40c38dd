package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.FlashSales;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleBalance;
import io.nightmarket.domain.sale.SaleTally;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.DeadLetter;
import io.nightmarket.domain.sale.operation.DeadLetters;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.settlement.OrderLedger.Writer;
import io.nightmarket.domain.sale.settlement.PendingReleases;
import io.nightmarket.domain.sale.settlement.Settlement;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What {@link OrderLedger} and, over the same ledger, {@link OrderRepository} promise. */
public abstract class OrderLedgerContract {
    protected static final Instant ADMITTED = Instant.parse("2026-11-20T12:00:00Z");
    private static final VoucherId NOWHERE = new VoucherId(Long.MAX_VALUE - 1);

    protected final Shard shard = new Shard(ThreadLocalRandom.current().nextInt(1000, Integer.MAX_VALUE));
    private final List<Writer> writers = new ArrayList<>();
    private final long base = ThreadLocalRandom.current().nextLong(1L << 40, 1L << 60);

    protected abstract OrderLedger ledger();

    protected abstract PendingReleases returns();

    protected abstract DeadLetters letters();

    protected abstract OrderRepository orders();

    protected abstract FlashSaleRepository sales();

    protected abstract ShopId shop();

    /** Writes an order without a claim, as older software may have left it. */
    protected abstract void plantOrder(OrderId id, UserId user, VoucherId voucher, Instant at);

    @AfterEach
    void closeWriters() {
        writers.forEach(writer -> await(writer.close()));
    }

    protected final Writer writer() {
        Writer writer = await(ledger().becomeWriter(shard));
        writers.add(writer);
        return writer;
    }

    protected final VoucherId sale(int stock) {
        SaleWindow window = new SaleWindow(ADMITTED.minusSeconds(60), ADMITTED.plusSeconds(60));
        NewFlashSale sale = FlashSales.withOptions(shop(), stock, window, SaleOptions.NONE);
        return await(sales().create(sale, shard)).orElseThrow().voucher();
    }

    protected final UserId user(int number) {
        return new UserId(number);
    }

    protected final OrderId id(int number) {
        return new OrderId(base + number);
    }

    /** The order with this number, at the place of this number in the stream. */
    protected final QueuedOrder order(int number, VoucherId voucher, int user) {
        return new QueuedOrder(new EntryId(1000, number), new Purchase(id(number), voucher, user(user)), ADMITTED);
    }

    protected static Purchase purchase(QueuedOrder order) {
        return order.purchase();
    }

    private static List<Purchase> purchases(QueuedOrder... orders) {
        return List.of(orders).stream().map(OrderLedgerContract::purchase).toList();
    }

    private static Settlement settle(Writer writer, QueuedOrder... orders) {
        return await(writer.settle(List.of(orders)));
    }

    private static Settlement settled(QueuedOrder... orders) {
        return new Settlement(purchases(orders), List.of());
    }

    private static Settlement rejected(QueuedOrder... orders) {
        return new Settlement(List.of(), purchases(orders));
    }

    private List<Purchase> owed() {
        return await(returns().pending(shard, 0, 1_000));
    }

    /** Checks the ledger's sum, and that so many units of the sale are left. */
    protected final void assertStock(long left, VoucherId voucher) {
        LoadedSale snapshot = await(LoadedSale.read(sales(), voucher)).orElseThrow();
        assertEquals(
                snapshot.sale().issued(),
                snapshot.sale().stock() + snapshot.claims().size());
        assertEquals(left, snapshot.sale().stock());
    }

    protected final void assertSettled(QueuedOrder order) {
        OrderProgress progress = await(orders().find(order.order())).orElseThrow();
        assertTrue(progress instanceof OrderProgress.Settled);
        assertEquals(Optional.of(progress), await(orders().find(order.voucher(), order.buyer())));
        assertEquals(
                order.order(),
                await(LoadedSale.read(sales(), order.voucher()))
                        .orElseThrow()
                        .claims()
                        .get(order.buyer()));
    }

    private void assertRejected(QueuedOrder order, RejectionReason reason) {
        assertEquals(
                Optional.of(new OrderProgress.Rejected(order.order(), order.buyer(), reason)),
                await(orders().find(order.order())));
    }

    protected final void assertUnknown(QueuedOrder order) {
        assertEquals(Optional.empty(), await(orders().find(order.order())));
    }

    @Test
    void aSettledOrderStandsInTheDatabase() {
        VoucherId voucher = sale(5);
        QueuedOrder order = order(1, voucher, 7);
        Writer writer = writer();
        assertEquals(EntryId.ZERO, writer.lastSettled(), "nothing was written to the shard");

        assertEquals(settled(order), settle(writer, order));

        assertEquals(order.id(), writer.lastSettled());
        Order row = ((OrderProgress.Settled) await(orders().find(order.order())).orElseThrow()).row();
        OrderId id = order.order();
        assertEquals(
                new Order(id, user(7), voucher, 1, OrderStatus.UNPAID, ADMITTED, null, null, null, row.updateTime()),
                row);
        assertEquals(order.settled(), row, "known without being read");
        assertSettled(order);
        assertStock(4, voucher);
        assertEquals(Map.of(user(7), id), await(ledger().claims(voucher, Set.of(user(7), user(8)))));
        assertEquals(4, balance(voucher).sale().stock());
        assertEquals(new SaleTally(5, 4, 1, 0, 0, 0, 0, 0), await(sales().tally(voucher)));
        VoucherId unknown = new VoucherId(voucher.value() + 1_000_000);
        assertEquals(0, await(sales().tally(unknown)).surplus());
    }

    @Test
    void aLargeBatchIsSettledWhole() {
        VoucherId voucher = sale(1000);
        List<QueuedOrder> batch = new ArrayList<>();
        for (int i = 1; i <= 500; i++) {
            batch.add(order(i, voucher, i));
        }
        assertEquals(500, await(writer().settle(batch)).settled().size());
        assertStock(500, voucher);
    }

    @Test
    void entriesSettledBeforeArePassedOver() {
        VoucherId voucher = sale(5);
        QueuedOrder first = order(1, voucher, 1);
        QueuedOrder second = order(2, voucher, 2);
        Writer writer = writer();
        assertEquals(settled(first), settle(writer, first));
        assertEquals(Settlement.NOTHING, settle(writer, first));
        assertEquals(settled(second), settle(writer, first, second));
        Writer next = writer();
        assertEquals(second.id(), next.lastSettled());
        assertEquals(Settlement.NOTHING, settle(next, first, second));
        QueuedOrder again = new QueuedOrder(new EntryId(1000, 9), first.purchase(), ADMITTED);
        assertEquals(Settlement.NOTHING, settle(next, again), "the order is known");
        assertEquals(again.id(), next.lastSettled());
        assertSettled(first);
        assertStock(3, voucher);
        assertEquals(List.of(), owed());
    }

    @Test
    void aSecondOrderOfABuyerIsRejectedAndItsUnitOwed() {
        VoucherId voucher = sale(5);
        QueuedOrder first = order(1, voucher, 1);
        QueuedOrder second = order(2, voucher, 1);
        QueuedOrder third = order(3, voucher, 1);
        Writer writer = writer();
        assertEquals(new Settlement(purchases(first), purchases(second)), settle(writer, first, second));
        assertEquals(rejected(third), settle(writer, third));
        assertSettled(first);
        assertRejected(second, RejectionReason.ALREADY_BOUGHT);
        assertRejected(third, RejectionReason.ALREADY_BOUGHT);
        assertEquals(purchases(second, third), owed());
        assertEquals(third.id(), writer.lastSettled());
        assertStock(4, voucher);
    }

    @Test
    void whenTheStockIsShortTheFirstInTheStreamWinAndTheOthersHoldNoClaim() {
        VoucherId scarce = sale(2);
        VoucherId plenty = sale(9);
        QueuedOrder a = order(1, scarce, 3);
        QueuedOrder b = order(2, plenty, 3);
        QueuedOrder c = order(3, scarce, 2);
        QueuedOrder d = order(4, scarce, 1);
        QueuedOrder e = order(5, plenty, 1);
        QueuedOrder again = order(6, scarce, 1);
        Writer writer = writer();
        assertEquals(new Settlement(purchases(a, b, c, e), purchases(d)), settle(writer, a, b, c, d, e));
        assertEquals(rejected(again), settle(writer, again));
        List.of(a, b, c, e).forEach(this::assertSettled);
        assertRejected(d, RejectionReason.SOLD_OUT);
        assertRejected(again, RejectionReason.SOLD_OUT);
        assertStock(0, scarce);
        assertStock(7, plenty);
    }

    @Test
    void anOrderOfAnUnknownSaleIsRejectedAmongGoodOnes() {
        QueuedOrder good = order(1, sale(5), 1);
        QueuedOrder lost = order(2, NOWHERE, 1);
        assertEquals(new Settlement(purchases(good), purchases(lost)), settle(writer(), good, lost));
        assertRejected(lost, RejectionReason.UNKNOWN_VOUCHER);
        assertStock(4, good.voucher());
    }

    @Test
    void anOrderIdThatIsAnothersIsRefusedAndNothingWritten() {
        VoucherId voucher = sale(5);
        QueuedOrder good = order(1, voucher, 1);
        QueuedOrder clash = order(2, voucher, 2);
        plantOrder(clash.order(), user(99), voucher, ADMITTED);
        Writer writer = writer();
        Corrupt refused = failureOf(Corrupt.class, writer.settle(List.of(good, clash)));
        assertFalse(String.valueOf(refused.getMessage()).isBlank());
        assertEquals(EntryId.ZERO, writer.lastSettled());
        assertUnknown(good);
        assertStock(5, voucher);
        assertEquals(settled(good), settle(writer, good));
        assertTrue(await(writer.acceptsOrders(clash)), "the fault is the order's");

        assertStock(4, voucher);
    }

    @Test
    void anOrderThatIsSetAsideStaysQueuedUntilItIsPurged() {
        VoucherId voucher = sale(5);
        QueuedOrder order = order(1, voucher, 1);
        Writer writer = writer();
        await(writer.writeDeadLetter(order, "first"));
        await(writer.writeDeadLetter(order, "again"));

        assertEquals(order.id(), writer.lastSettled());
        DeadLetter letter = letter();
        assertEquals("first", letter.reason());
        assertEquals(purchases(order), List.copyOf(letter.replayable().stream().toList()));
        OrderProgress queued = new OrderProgress.Queued(order.order(), order.buyer());
        assertEquals(Optional.of(queued), await(orders().find(order.order())));
        assertEquals(Optional.of(queued), await(orders().find(voucher, order.buyer())));
        assertEquals(List.of(queued), await(orders().findAll(Set.of(order.order()))));
        assertEquals(List.of(), owed());

        assertTrue(await(letters().purge(letter.id())));
        assertFalse(await(letters().purge(letter.id())));
        assertRejected(order, RejectionReason.UNWRITABLE);
        assertEquals(purchases(order), owed());
        assertStock(5, voucher);
    }

    @Test
    void anEntryThatCannotBeReadIsSetAsideAndPassed() {
        Writer writer = writer();
        await(writer.writeDeadLetter(new QueueEntry.Malformed(new EntryId(1000, 4), "no order"), "no order"));
        assertEquals(new EntryId(1000, 4), writer.lastSettled());
        await(writer.writeDeadLetter(new QueueEntry.Malformed(new EntryId(1000, 3), "older"), "older"));
        assertEquals(new EntryId(1000, 4), writer().lastSettled());

        DeadLetter letter = letter();
        assertEquals(new EntryId(1000, 4), letter.entry());
        assertEquals(Optional.empty(), letter.replayable());
        assertTrue(await(letters().purge(letter.id())));
        assertEquals(Optional.empty(), await(letters().find(letter.id())));
    }

    @Test
    void aDeadLetterWhoseOrderWasSettledIsPurgedWithoutARejection() {
        QueuedOrder order = order(1, sale(5), 1);
        Writer writer = writer();
        await(writer.writeDeadLetter(order, "odd"));
        QueuedOrder again = new QueuedOrder(new EntryId(2000, 1), order.purchase(), order.admittedAt());
        assertEquals(settled(order), settle(writer, again));

        assertTrue(await(letters().purge(letter().id())));

        assertSettled(order);
        assertEquals(List.of(), owed());
    }

    @Test
    void aSkipEndsWithItsOrder() {
        QueuedOrder order = order(1, sale(5), 1);
        Writer writer = writer();
        await(letters().requestSkip(shard, order.order()));
        assertEquals(settled(order), settle(writer, order));
        assertEquals(Optional.empty(), letter().replayable());
        await(letters().endSkips());
        assertEquals(Set.of(), writer().skipRequests());
    }

    @Test
    void aSkipIsRequestedOfTheNextWriter() {
        QueuedOrder order = order(1, sale(5), 1);
        Writer earlier = writer();
        await(letters().requestSkip(shard, order.order()));
        await(letters().requestSkip(shard, order.order()));
        await(letters().endSkips());
        assertEquals(Set.of(), earlier.skipRequests());
        assertEquals(Optional.empty(), letter().replayable());

        Writer writer = writer();
        assertEquals(Set.of(order.order()), writer.skipRequests());
        await(writer.writeDeadLetter(order, "skipped"));
        assertEquals(Set.of(), writer.skipRequests(), "the order may be replayed to this writer");

        assertEquals(Set.of(), writer().skipRequests());
        assertEquals(purchases(order), letter().replayable().stream().toList());
        assertTrue(await(letters().remove(letter().id())));
        assertUnknown(order);
    }

    @Test
    void aProbeChangesNothing() {
        VoucherId voucher = sale(5);
        QueuedOrder settled = order(1, voucher, 1);
        QueuedOrder refused = order(2, voucher, 2);
        Writer writer = writer();
        assertTrue(await(writer.acceptsOrders(refused)), "nothing was settled yet");
        assertEquals(settled(settled), settle(writer, settled));

        assertTrue(await(writer.acceptsOrders(refused)));

        assertSettled(settled);
        assertUnknown(refused);
        assertStock(4, voucher);
        assertEquals(settled(refused), settle(writer, refused));
    }

    /** The writer was fenced off, or closed; its data are not to blame. */
    private static void assertEnded(CompletionStage<?> call) {
        DomainFailure failure = failureOf(DomainFailure.class, call);
        assertFalse(failure instanceof Corrupt, failure::toString);
    }

    private DeadLetter letter() {
        return await(letters().list(0, 10_000)).stream()
                .filter(one -> one.shard().equals(shard))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aReturnIsOwedUntilItIsMarkedAndOnceMoreWhenItsOrderIsRejectedAgain() {
        QueuedOrder one = order(1, NOWHERE, 1);
        QueuedOrder other = order(2, NOWHERE, 2);
        QueuedOrder again = new QueuedOrder(new EntryId(1000, 3), one.purchase(), ADMITTED);
        Writer writer = writer();
        assertEquals(rejected(one, other), settle(writer, one, other));
        await(returns().markReleased(purchases(one)));
        await(returns().markReleased(purchases(one)));
        await(returns().markReleased(List.of()));
        assertEquals(purchases(other), owed());
        await(returns().markReleased(purchases(one, other)));
        assertEquals(List.of(), owed());

        assertEquals(rejected(one), settle(writer, again));

        assertEquals(purchases(one), owed());
    }

    @Test
    void returnsAreOwedToAShardInTheOrderOfTheirIds() {
        QueuedOrder[] orders = {order(3, NOWHERE, 3), order(4, NOWHERE, 1), order(5, NOWHERE, 2)};
        assertEquals(rejected(orders), settle(writer(), orders));
        List<Purchase> all = purchases(orders);

        assertEquals(all.subList(0, 2), await(returns().pending(shard, 0, 2)));
        assertEquals(all.subList(2, 3), await(returns().pending(shard, id(4).value(), 2)));
        assertEquals(List.of(), await(returns().pending(shard, id(5).value(), 2)));
        List<Purchase> elsewhere = await(returns().pending(new Shard(1), id(2).value(), 1_000));
        assertTrue(Collections.disjoint(all, elsewhere));
    }

    @Test
    void anEarlierWriterCommitsNothingAfterATakeOver() {
        VoucherId voucher = sale(5);
        QueuedOrder order = order(1, voucher, 1);
        List<Writer> earlier = List.of(writer(), writer());
        Writer later = writer();
        assertEnded(earlier.getFirst().settle(List.of(order)));
        assertEnded(earlier.getLast().writeDeadLetter(order, "odd"));
        assertUnknown(order);
        assertStock(5, voucher);
        assertEquals(List.of(), owed());
        assertEquals(settled(order), settle(later, order));
        assertStock(4, voucher);
    }

    @Test
    void shardsHaveWritersOfTheirOwn() {
        QueuedOrder order = order(1, sale(5), 1);
        Writer here = writer();
        Writer elsewhere = await(ledger().becomeWriter(new Shard(shard.number() - 1)));
        assertEquals(settled(order), settle(here, order));
        assertEquals(EntryId.ZERO, elsewhere.lastSettled());
        await(elsewhere.close());
    }

    @Test
    void ofManyTakeOversAtOnceOneWriterIsLeft() {
        VoucherId voucher = sale(5);
        QueuedOrder order = order(1, voucher, 1);
        List<CompletionStage<Writer>> attempts = new ArrayList<>();
        OrderLedger ledger = ledger();
        for (int i = 0; i < 5; i++) {
            attempts.add(ledger.becomeWriter(shard));
        }
        int settled = 0;
        for (CompletionStage<Writer> attempt : attempts) {
            settled += settledBy(attempt, order);
        }
        assertTrue(settled <= 1, "settled " + settled + " times");
        Writer last = writer();
        int rest = settle(last, order).settled().size();
        // One that was ended between its commit and the answer has settled it, too.
        assertTrue(settled + rest <= 1, "settled " + (settled + rest) + " times");
        assertSettled(order);
        assertStock(4, voucher);
    }

    private int settledBy(CompletionStage<Writer> attempt, QueuedOrder order) {
        try {
            Writer writer = await(attempt);
            writers.add(writer);
            return settle(writer, order).settled().size();
        } catch (DomainFailure ended) {
            assertFalse(ended instanceof Corrupt, ended::toString);
            return 0;
        }
    }

    @Test
    void closingAWriterTwiceIsHarmlessAndLeavesTheDatabase() {
        QueuedOrder order = order(1, sale(5), 1);
        Writer writer = writer();
        assertEquals(settled(order), settle(writer, order));
        await(writer.close());
        await(writer.close());
        assertEnded(writer.settle(List.of(order(2, order.voucher(), 2))));
        assertSettled(order);
    }

    @Test
    void theLargestOrderIsTheLargestUpToTheBound() {
        VoucherId sale = sale(1);
        plantOrder(id(10), user(1), sale, ADMITTED);
        plantOrder(id(20), user(2), sale, ADMITTED);
        assertEquals(Optional.of(id(10)), await(orders().largest(id(19))));
        assertEquals(Optional.of(id(20)), await(orders().largest(id(20))));
        assertEquals(Optional.of(id(20)), await(orders().largest(id(21))));
        assertEquals(Optional.empty(), await(orders().largest(new OrderId(1))), "below all");
    }

    @Test
    void aBuyersPartInASaleIsTheLiveOrderOrElseTheLastRefusal() {
        VoucherId voucher = sale(1);
        QueuedOrder won = order(1, voucher, 1);
        QueuedOrder again = order(2, voucher, 1);
        QueuedOrder short1 = order(3, voucher, 2);
        QueuedOrder short2 = order(4, voucher, 2);
        Writer writer = writer();
        var _ = settle(writer, won);
        var _ = settle(writer, again);
        var _ = settle(writer, short1);
        await(writer.writeDeadLetter(short2, "odd"));
        assertTrue(await(letters().purge(letter().id())));

        assertSettled(won);
        assertEquals(
                Optional.of(new OrderProgress.Rejected(short2.order(), user(2), RejectionReason.UNWRITABLE)),
                await(orders().find(voucher, user(2))));
        assertEquals(Optional.empty(), await(orders().find(voucher, user(3))));
        assertEquals(
                Set.of(won.order(), again.order(), short1.order()),
                await(orders().findAll(Set.of(won.order(), again.order(), short1.order(), id(99)))).stream()
                        .map(OrderProgress::order)
                        .collect(Collectors.toSet()));
        assertEquals(List.of(), await(orders().findAll(Set.of())));
    }

    @Test
    void epochsGrowUnderTheFence() {
        assertEquals(new Epoch(shard, 0), await(ledger().epoch(shard)));
        Writer writer = writer();
        Epoch first = await(writer.nextEpoch());
        Epoch second = await(writer.nextEpoch());
        assertTrue(first.number() > 0 && second.number() > first.number());
        assertEquals(second, await(ledger().epoch(shard)));

        Writer next = writer();
        assertInstanceOf(DomainFailure.class, failureOf(writer.nextEpoch()));
        assertTrue(await(next.nextEpoch()).number() > second.number());
        assertEquals(EntryId.ZERO, next.lastSettled());
    }

    @Test
    void aLostOrderIsCountedInTheEpochOfToday() {
        VoucherId voucher = sale(5);
        QueuedOrder lost = order(1, voucher, 7);
        Epoch epoch = await(writer().nextEpoch());
        assertInstanceOf(Unavailable.class, failureOf(ledger().recordLost(new Epoch(shard, 0), purchase(lost))));
        assertEquals(0, balance(voucher).lost());

        await(ledger().recordLost(epoch, purchase(lost)));
        await(ledger().recordLost(await(ledger().epoch(shard)), purchase(lost)));

        assertEquals(1, balance(voucher).lost());
        assertUnknown(lost);
        assertEquals(List.of(), owed(), "no queue holds a unit of it");
        assertStock(5, voucher);
    }

    @Test
    void anOrderThatWasToldToBeLostIsNotSoldWhenItTurnsUpAndNamingAnothersHarmsNobody() {
        VoucherId voucher = sale(5);
        QueuedOrder lost = order(1, voucher, 7);
        QueuedOrder other = order(2, voucher, 8);
        Writer writer = writer();
        Epoch epoch = await(writer.nextEpoch());
        await(ledger().recordLost(epoch, purchase(lost)));
        await(ledger().recordLost(epoch, new Purchase(other.order(), voucher, user(9))));
        await(ledger().recordLost(epoch, new Purchase(other.order(), sale(1), other.buyer())));

        assertEquals(new Settlement(purchases(other), purchases(lost)), settle(writer, lost, other));

        assertRejected(lost, RejectionReason.LOST);
        assertSettled(other);
        assertStock(4, voucher);
        assertEquals(purchases(lost), owed());
    }

    private SaleBalance balance(VoucherId voucher) {
        return await(sales().balances(shard, Duration.ofDays(36_500))).stream()
                .filter(one -> one.sale().voucher().equals(voucher))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatIsOwedAndWhatWasLostIsCountedWithTheSale() {
        VoucherId voucher = sale(1);
        List<QueuedOrder> orders = List.of(order(1, voucher, 7), order(2, voucher, 8), order(3, voucher, 9));
        Writer writer = writer();
        assertEquals(2, await(writer.settle(orders)).rejected().size());
        await(returns().markReleased(purchases(orders.get(1))));
        Epoch epoch = await(writer.nextEpoch());
        await(ledger().recordLost(epoch, purchase(order(4, voucher, 10))));

        await(writer.writeDeadLetter(order(5, voucher, 11), "odd"));

        SaleBalance balance = balance(voucher);

        assertEquals(new SaleBalance(balance.sale(), List.of(), 1, 1, 1, 0), balance);
        assertEquals(0, balance.sale().stock());
        assertEquals(
                Map.of(user(11), order(5, voucher, 11).order()),
                await(LoadedSale.read(sales(), voucher)).orElseThrow().deadLetters());
    }
}
