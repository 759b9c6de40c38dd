package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.eventually;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.QueueCount;
import io.nightmarket.domain.sale.SaleSnapshot;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.queue.BegunEpoch;
import io.nightmarket.domain.sale.queue.BuyerMark;
import io.nightmarket.domain.sale.queue.NewBuyers;
import io.nightmarket.domain.sale.queue.OrderQueue.Release;
import io.nightmarket.domain.sale.queue.OrderQueue.Reservation;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.QueueEntry.Malformed;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.sale.queue.QueuedSales;
import io.nightmarket.domain.sale.queue.UnitsChanged;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What every {@link WholeQueue} keeps. Each test has a shard of its own, fenced at first. */
public abstract class OrderQueueContract {
    private static final Duration NOT_AT_ALL = Duration.ZERO;
    private static final VoucherId VOUCHER = new VoucherId(7);
    private static final UserId ALICE = new UserId(1001);
    private static final UserId BOB = new UserId(1002);
    /** Passes 2^53, so that a number which went through a floating point one is seen. */
    private static final long FIRST_ORDER = 0x4000_0000_0000_0001L;

    /** The queue of the test, the same at every call. */
    protected abstract WholeQueue queue();

    /** Another queue on the same data, that takes no more than so many waiting entries. */
    protected abstract WholeQueue queueOf(long maxBacklog);

    /** The shard of the test. */
    protected abstract Shard shard();

    /** The queue's own clock. */
    protected abstract Instant now();

    /** Lets time pass. */
    protected abstract void elapse(Duration time);

    /** Puts something into the shard's stream that no admission wrote. */
    protected abstract void appendForeign();

    /** Takes everything away that the queue holds of the shard. */
    protected abstract void loseEverything();

    private static OrderId order(long number) {
        return new OrderId(FIRST_ORDER + number);
    }

    private static Purchase purchase(long number, UserId buyer) {
        return new Purchase(order(number), VOUCHER, buyer);
    }

    private LoadedSale sale(SaleState state, Duration begin, Duration end, long stock, Map<UserId, OrderId> claims) {
        Instant now = Instant.ofEpochMilli(now().toEpochMilli());
        SaleWindow window = new SaleWindow(now.plus(begin), now.plus(end));
        FlashSale sale = new FlashSale(
                VOUCHER,
                shard(),
                state,
                window,
                stock + claims.size(),
                stock,
                Acknowledgement.ACCEPTED,
                0,
                SaleOptions.NONE);
        return LoadedSale.of(sale, claims, Set.of());
    }

    private LoadedSale openSale(long stock) {
        return sale(SaleState.OPEN, Duration.ofHours(-1), Duration.ofHours(1), stock, Map.of());
    }

    private void begin(LoadedSale snapshot) {
        await(letIn(queue(), shard()));
        await(open(snapshot));
    }

    protected final CompletionStage<Void> open(LoadedSale snapshot) {
        return snapshot.openIn(queue(), first(shard()));
    }

    /** The epoch of a shard that the ledger knows nothing of yet. */
    private static Epoch first(Shard shard) {
        return new Epoch(shard, 0);
    }

    /** Lets buyers of a shard in that the ledger knows nothing of yet. */
    public static CompletionStage<Void> letIn(WholeQueue queue, Shard shard) {
        return letIn(queue, first(shard), EntryId.ZERO);
    }

    private static CompletionStage<Void> letIn(WholeQueue queue, Epoch epoch, EntryId lastSettled) {
        return queue.beginEpoch(epoch).thenCompose(_ -> queue.open(epoch, lastSettled));
    }

    private Admission admit(Purchase purchase) {
        return await(admit(queue(), shard(), purchase));
    }

    /** Admits one buyer, who gives no request key. */
    public static CompletionStage<Admission> admit(WholeQueue queue, Shard shard, Purchase purchase) {
        return queue.admit(first(shard), purchase.voucher(), List.of(new AdmissionRequest(purchase, "")))
                .thenApply(List::getFirst);
    }

    private List<QueueEntry> readAll() {
        return await(queue().read(shard(), EntryId.ZERO, 1000, NOT_AT_ALL));
    }

    private Optional<Long> free() {
        return await(queue().available(shard(), VOUCHER));
    }

    @Test
    protected void aBuyerIsAcceptedAndTheOrderQueued() {
        begin(openSale(3));
        Instant before = now();

        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));

        QueuedOrder queued = assertInstanceOf(QueuedOrder.class, readAll().getFirst());
        assertEquals(order(1), queued.order());
        assertEquals(VOUCHER, queued.voucher());
        assertEquals(ALICE, queued.buyer());
        assertFalse(queued.admittedAt().isBefore(before.minusSeconds(2)));
        assertFalse(queued.admittedAt().isAfter(now().plusSeconds(2)));
        assertEquals(Optional.of(2L), free());
    }

    @Test
    protected void theLargestOrderIdPassesUnchanged() {
        begin(openSale(1));
        Purchase largest = new Purchase(new OrderId(Long.MAX_VALUE), VOUCHER, new UserId(Long.MAX_VALUE));

        assertEquals(new Admission.Accepted(largest.order()), admit(largest));

        assertEquals(new Admission.Accepted(largest.order()), admit(largest), "asked again");
        QueuedOrder queued = assertInstanceOf(QueuedOrder.class, readAll().getFirst());
        assertEquals(largest.order(), queued.order());
        assertEquals(largest.buyer(), queued.buyer());
        assertEquals(Release.RELEASED, await(queue().release(first(shard()), largest)));
    }

    @Test
    protected void aSecondPurchaseAnswersTheFirstOrder() {
        begin(openSale(3));
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));

        assertEquals(new Admission.AlreadyBought(order(1)), admit(purchase(2, ALICE)));

        assertEquals(1, readAll().size());
        assertEquals(Optional.of(2L), free());
    }

    @Test
    protected void theLastBuyerIsToldOfTheOrderThoughNothingIsLeft() {
        begin(openSale(1));
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));

        assertEquals(new Admission.AlreadyBought(order(1)), admit(purchase(2, ALICE)));
        assertEquals(new Admission.SoldOut(), admit(purchase(3, BOB)));
    }

    @Test
    protected void sixteenBuyersAtOnceGetFiveUnitsFiveTimes() {
        begin(openSale(5));

        List<Admission> answers = atOnce(16, i -> admit(queue(), shard(), purchase(i, new UserId(2000 + i))));

        assertEquals(
                5, answers.stream().filter(Admission.Accepted.class::isInstance).count());
        assertEquals(
                11, answers.stream().filter(Admission.SoldOut.class::isInstance).count());
        assertEquals(Optional.of(0L), free());
        Set<OrderId> queued = new HashSet<>();
        for (QueueEntry entry : readAll()) {
            assertTrue(queued.add(assertInstanceOf(QueuedOrder.class, entry).order()));
        }
        Set<OrderId> accepted = new HashSet<>();
        for (Admission answer : answers) {
            if (answer instanceof Admission.Accepted(OrderId id)) {
                assertTrue(accepted.add(id));
            }
        }
        assertEquals(accepted, queued);
    }

    @Test
    protected void oneBuyerSixteenTimesAtOnceGetsOneOrder() {
        begin(openSale(16));

        List<Admission> answers = atOnce(16, i -> admit(queue(), shard(), purchase(i, ALICE)));

        QueuedOrder queued = assertInstanceOf(QueuedOrder.class, readAll().getFirst());
        assertEquals(1, readAll().size());
        assertEquals(
                1,
                answers.stream()
                        .filter(new Admission.Accepted(queued.order())::equals)
                        .count());
        assertEquals(
                15,
                answers.stream()
                        .filter(new Admission.AlreadyBought(queued.order())::equals)
                        .count());
        assertEquals(Optional.of(15L), free());
    }

    @Test
    protected void fromTheBeginOnBuyersAreAdmitted() {
        begin(sale(SaleState.OPEN, Duration.ofMillis(200), Duration.ofHours(1), 1, Map.of()));

        eventually(this::elapse, () -> admit(purchase(1, ALICE)) instanceof Admission.Accepted);
    }

    @Test
    protected void aSaleThatWasNotOpenedIsUnknown() {
        await(letIn(queue(), shard()));

        assertEquals(new Admission.NoSuchSale(), admit(purchase(1, ALICE)));
        assertEquals(Optional.empty(), free());
    }

    @Test
    protected void aSaleWithoutStockIsSoldOutFromTheStart() {
        begin(openSale(0));

        assertEquals(new Admission.SoldOut(), admit(purchase(1, ALICE)));
        assertEquals(Optional.of(0L), free());
    }

    @Test
    protected void whoseRightIsUsedUpIsToldOfThatOrderWhateverTheWindow() {
        begin(sale(SaleState.OPEN, Duration.ofHours(-2), Duration.ofHours(-1), 4, Map.of(ALICE, order(50))));

        assertEquals(new Admission.AlreadyBought(order(50)), admit(purchase(1, ALICE)));
        assertEquals(new Admission.Ended(), admit(purchase(2, BOB)));
        assertEquals(Optional.of(4L), free());
    }

    @Test
    protected void aSaleWithManyClaimsIsOpenedWhole() {
        Map<UserId, OrderId> claims = new HashMap<>();
        for (int i = 1; i <= 2500; i++) {
            claims.put(new UserId(i), order(i));
        }
        begin(sale(SaleState.OPEN, Duration.ofHours(-1), Duration.ofHours(1), 1, claims));

        for (long user : new long[] {1, 1000, 1001, 2000, 2500}) {
            assertEquals(new Admission.AlreadyBought(order(user)), admit(purchase(9000, new UserId(user))));
        }
        assertEquals(new Admission.Accepted(order(9000)), admit(purchase(9000, new UserId(2501))));
    }

    @Test
    protected void openingAgainKeepsUnitsAndBuyers() {
        begin(openSale(3));
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));

        await(open(sale(SaleState.OPEN, Duration.ofHours(-2), Duration.ofHours(3), 9, Map.of(BOB, order(8)))));

        assertEquals(Optional.of(2L), free());
        assertEquals(new Admission.AlreadyBought(order(1)), admit(purchase(2, ALICE)));
        assertEquals(new Admission.Accepted(order(3)), admit(purchase(3, BOB)));
    }

    @Test
    protected void nobodyIsAdmittedBeforeTheBeginAfterTheEndOrDuringAPause() {
        LoadedSale later = sale(SaleState.OPEN, Duration.ofHours(2), Duration.ofHours(3), 3, Map.of());
        begin(later);
        assertEquals(new Admission.NotStarted(later.sale().window().begin()), admit(purchase(1, ALICE)));
        await(open(sale(SaleState.OPEN, Duration.ofHours(-2), Duration.ofHours(-1), 3, Map.of())));
        assertEquals(new Admission.Ended(), admit(purchase(1, ALICE)));
        await(open(sale(SaleState.PAUSED, Duration.ofHours(-1), Duration.ofHours(1), 3, Map.of())));
        assertEquals(new Admission.Paused(), admit(purchase(1, ALICE)));
        assertEquals(List.of(), readAll());
        await(open(openSale(3)));
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));
    }

    @Test
    protected void openingAtOnceByManyNeverDoublesTheStock() {
        await(letIn(queue(), shard()));
        LoadedSale snapshot =
                sale(SaleState.OPEN, Duration.ofHours(-1), Duration.ofHours(1), 1, Map.of(ALICE, order(1)));

        List<Admission> answers = atOnce(
                16, i -> open(snapshot).thenCompose(_ -> admit(queue(), shard(), purchase(10, new UserId(3000 + i)))));

        assertEquals(
                1, answers.stream().filter(Admission.Accepted.class::isInstance).count());
        assertEquals(Optional.of(0L), free());
        assertEquals(new Admission.AlreadyBought(order(1)), admit(purchase(30, ALICE)));
    }

    @Test
    protected void aFencedShardAdmitsNobody() {
        assertInstanceOf(Unavailable.class, failureOf(open(openSale(1))));
        assertInstanceOf(Unavailable.class, failureOf(admit(queue(), shard(), purchase(1, ALICE))));

        await(letIn(queue(), shard()));
        await(letIn(queue(), shard()));
        await(open(openSale(1)));
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));
    }

    @Test
    protected void aQueueThatLostItsDataIsFencedAgain() {
        begin(openSale(1));

        loseEverything();

        assertInstanceOf(Unavailable.class, failureOf(admit(queue(), shard(), purchase(1, ALICE))));
    }

    private Epoch epoch(long number) {
        return new Epoch(shard(), number);
    }

    private CompletionStage<List<Admission>> admitIn(Epoch epoch, Purchase purchase) {
        return queue().admit(epoch, VOUCHER, List.of(request(purchase, "")));
    }

    @Test
    protected void aShardIsOpenToThoseAloneWhoExpectItsEpoch() {
        assertFalse(await(queue().isOpen(epoch(3))));
        await(letIn(queue(), epoch(3), EntryId.ZERO));
        assertInstanceOf(Unavailable.class, failureOf(openSale(2).openIn(queue(), epoch(2))));
        await(openSale(2).openIn(queue(), epoch(3)));

        assertTrue(await(queue().isOpen(epoch(3))));
        assertFalse(await(queue().isOpen(epoch(2))));
        assertFalse(await(queue().isOpen(epoch(4))));
        for (long other : List.of(2L, 4L)) {
            assertInstanceOf(Unavailable.class, failureOf(admitIn(epoch(other), purchase(1, ALICE))));
            assertInstanceOf(Unavailable.class, failureOf(queue().findOrder(epoch(other), VOUCHER, ALICE)));
            assertInstanceOf(Unavailable.class, failureOf(queue().findQueued(epoch(other), order(1))));
        }
        assertEquals(List.of(new Admission.Accepted(order(1))), await(admitIn(epoch(3), purchase(1, ALICE))));
    }

    @Test
    protected void whileAShardIsRebuiltNobodyIsAdmittedAndNothingIsSaidOfOrders() {
        begin(openSale(2));
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));

        BegunEpoch fenced = await(queue().beginEpoch(epoch(1)));

        assertTrue(fenced.last().compareTo(readAll().getLast().id()) >= 0, "no entry is behind it");
        assertEquals(0, fenced.epoch());
        assertEquals(1, fenced.waiting());
        assertFalse(await(queue().isOpen(epoch(1))));
        for (long either : List.of(0L, 1L)) {
            assertInstanceOf(Unavailable.class, failureOf(admitIn(epoch(either), purchase(2, BOB))));
            assertInstanceOf(Unavailable.class, failureOf(queue().findOrder(epoch(either), VOUCHER, ALICE)));
        }
        await(queue().open(epoch(1), EntryId.ZERO));
        assertEquals(Optional.of(ALICE), await(queue().findQueued(epoch(1), order(1))), "what waits stays");
        assertEquals(List.of(order(1)), waiting());
        assertEquals(List.of(new Admission.Accepted(order(2))), await(admitIn(epoch(1), purchase(2, BOB))));
        assertEquals(1, await(queue().beginEpoch(epoch(7))).epoch());
    }

    @Test
    protected void onlyTheLatestRebuildingGoesOn() {
        begin(openSale(2));
        var _ = await(queue().beginEpoch(epoch(5)));

        assertInstanceOf(Conflict.class, failureOf(queue().beginEpoch(epoch(4))));
        assertInstanceOf(Conflict.class, failureOf(queue().drop(epoch(4), VOUCHER)));
        assertInstanceOf(Conflict.class, failureOf(queue().open(epoch(4), EntryId.ZERO)));
        assertInstanceOf(Conflict.class, failureOf(queue().raiseEntryIds(epoch(4), EntryId.ZERO)));
        await(queue().raiseEntryIds(epoch(5), EntryId.ZERO));
        assertEquals(0, await(queue().beginEpoch(epoch(5))).epoch(), "an epoch that was only begun proves nothing");
        assertEquals(Optional.of(2L), free());
        await(queue().drop(epoch(5), VOUCHER));
        await(queue().drop(epoch(5), VOUCHER));
        await(queue().open(epoch(5), EntryId.ZERO));
        await(openSale(9).openIn(queue(), epoch(5)));
        assertInstanceOf(Conflict.class, failureOf(queue().drop(epoch(5), VOUCHER)));
        var _ = await(queue().beginEpoch(epoch(5)));
        assertTrue(await(queue().isOpen(epoch(5))), "an epoch that began stays open");
        assertEquals(Optional.of(9L), free());
    }

    @Test
    protected void whatIsLostInMidRebuildingIsNotOpened() {
        begin(openSale(2));
        var _ = await(queue().beginEpoch(epoch(1)));
        await(queue().drop(epoch(1), VOUCHER));

        loseEverything();

        assertInstanceOf(Conflict.class, failureOf(queue().drop(epoch(1), VOUCHER)));
        assertInstanceOf(Conflict.class, failureOf(queue().open(epoch(1), EntryId.ZERO)));
        assertFalse(await(queue().isOpen(epoch(1))));
    }

    @Test
    protected void aRebuiltSaleHoldsWhatTheDatabaseSayAndNothingElse() {
        begin(openSale(5));
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));
        await(queue().acknowledge(shard(), readAll().getLast().id()));
        assertEquals(Optional.of(new QueueCount(4, 1, 0, 0)), await(queue().count(shard(), VOUCHER)));
        LoadedSale ledger = sale(SaleState.OPEN, Duration.ofHours(-1), Duration.ofHours(1), 3, Map.of(BOB, order(2)));

        var _ = await(queue().beginEpoch(epoch(1)));
        await(queue().drop(epoch(1), VOUCHER));
        await(queue().open(epoch(1), EntryId.ZERO));
        assertEquals(Optional.empty(), await(queue().count(shard(), VOUCHER)));
        await(LoadedSale.of(ledger.sale(), ledger.claims(), Set.of(11L, 12L)).openIn(queue(), epoch(1)));

        assertEquals(Optional.of(new QueueCount(3, 1, 2, 0)), await(queue().count(shard(), VOUCHER)));
        assertEquals(Set.of(11L, 12L), await(queue().adjustments(shard(), VOUCHER)));
        assertEquals(Optional.empty(), await(queue().findOrder(epoch(1), VOUCHER, ALICE)));
        assertEquals(Optional.of(order(2)), await(queue().findOrder(epoch(1), VOUCHER, BOB)));
        assertEquals(List.of(new Admission.Accepted(order(3))), await(admitIn(epoch(1), purchase(3, ALICE))));
        assertEquals(Optional.of(new QueueCount(2, 2, 2, 1)), await(queue().count(shard(), VOUCHER)));
        assertEquals(Optional.empty(), await(queue().count(shard(), new VoucherId(8))));
    }

    private static AdmissionRequest request(Purchase purchase, String key) {
        return new AdmissionRequest(purchase, key);
    }

    @Test
    protected void aGroupIsAnsweredInItsOrderAndEachAsIfAlone() {
        begin(openSale(2));
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));
        UserId carol = new UserId(3);
        UserId dave = new UserId(4);

        List<Admission> answers = await(queue().admit(
                        first(shard()),
                        VOUCHER,
                        List.of(
                                request(purchase(2, ALICE), ""),
                                request(purchase(1, ALICE), ""),
                                request(purchase(3, carol), "key"),
                                request(purchase(4, carol), ""),
                                request(purchase(5, carol), "key"),
                                request(purchase(6, dave), ""))));

        assertEquals(
                List.of(
                        new Admission.AlreadyBought(order(1)),
                        new Admission.Accepted(order(1)),
                        new Admission.Accepted(order(3)),
                        new Admission.AlreadyBought(order(3)),
                        new Admission.Accepted(order(3)),
                        new Admission.SoldOut()),
                answers);
        assertEquals(Optional.of(0L), free());
        assertEquals(
                List.of(order(1), order(3)),
                readAll().stream().map(entry -> ((QueuedOrder) entry).order()).toList());
    }

    @Test
    protected void theSameRequestKeyGetsTheSameOrderAndNoOtherKeyDoes() {
        begin(openSale(9));
        assertEquals(
                List.of(new Admission.Accepted(order(1))),
                await(queue().admit(first(shard()), VOUCHER, List.of(request(purchase(1, ALICE), "a key")))));

        assertEquals(
                List.of(
                        new Admission.Accepted(order(1)),
                        new Admission.AlreadyBought(order(1)),
                        new Admission.AlreadyBought(order(1)),
                        new Admission.Accepted(order(5))),
                await(queue().admit(
                                first(shard()),
                                VOUCHER,
                                List.of(
                                        request(purchase(2, ALICE), "a key"),
                                        request(purchase(3, ALICE), "another"),
                                        request(purchase(4, ALICE), ""),
                                        request(purchase(5, BOB), "a key")))));
        assertEquals(Release.RELEASED, await(queue().release(first(shard()), purchase(1, ALICE))));
        assertEquals(new Admission.Accepted(order(6)), admit(purchase(6, ALICE)));
    }

    @Test
    protected void aGroupThatFillsTheStreamIsAdmittedAsFarAsItGoes() {
        begin(openSale(9));
        assertEquals(
                List.of(new Admission.Accepted(order(1)), new Admission.QueueFull()),
                await(queueOf(1)
                        .admit(
                                first(shard()),
                                VOUCHER,
                                List.of(request(purchase(1, ALICE), ""), request(purchase(2, BOB), "")))));
        assertEquals(Optional.of(8L), free());
    }

    @Test
    protected void aFullStreamAdmitsNobodyAndReservesNothing() {
        begin(openSale(3));
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));
        WholeQueue full = queueOf(1);

        assertEquals(new Admission.QueueFull(), await(admit(full, shard(), purchase(2, BOB))));

        assertEquals(Optional.of(2L), free());
        assertEquals(new Admission.AlreadyBought(order(1)), await(admit(full, shard(), purchase(3, ALICE))));
        await(queue().acknowledge(shard(), readAll().getLast().id()));
        assertEquals(new Admission.Accepted(order(2)), await(admit(full, shard(), purchase(2, BOB))));
    }

    @Test
    protected void readingGoesOnBehindTheCursorInOrder() {
        begin(openSale(5));
        for (int i = 1; i <= 5; i++) {
            assertEquals(new Admission.Accepted(order(i)), admit(purchase(i, new UserId(i))));
        }

        List<QueueEntry> first = await(queue().read(shard(), EntryId.ZERO, 2, NOT_AT_ALL));
        List<QueueEntry> rest = await(queue().read(shard(), first.getLast().id(), 10, NOT_AT_ALL));

        assertEquals(List.of(order(1), order(2)), orders(first));
        assertEquals(List.of(order(3), order(4), order(5)), orders(rest));
        assertTrue(first.getFirst().id().compareTo(first.getLast().id()) < 0);
        assertTrue(first.getLast().id().compareTo(rest.getFirst().id()) < 0);
    }

    private static List<OrderId> orders(List<QueueEntry> entries) {
        return entries.stream()
                .map(entry -> assertInstanceOf(QueuedOrder.class, entry).order())
                .toList();
    }

    @Test
    protected void aReadThatFindsNothingAnswersAnEmptyListAfterItsWait() {
        begin(openSale(1));

        assertEquals(List.of(), await(queue().read(shard(), EntryId.ZERO, 10, Duration.ofMillis(50))));
        assertEquals(List.of(), await(queue().read(shard(), EntryId.ZERO, 10, NOT_AT_ALL)));
    }

    @Test
    protected void aWaitingReadIsAnsweredByTheNextOrder() {
        begin(openSale(1));
        CompletableFuture<List<QueueEntry>> waiting =
                queue().read(shard(), EntryId.ZERO, 10, Duration.ofSeconds(9)).toCompletableFuture();
        assertFalse(waiting.isDone());

        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));

        assertEquals(List.of(order(1)), orders(await(waiting)));
    }

    @Test
    protected void acknowledgingRemovesUpToTheEntryAndNoFurther() {
        begin(openSale(5));
        for (int i = 1; i <= 5; i++) {
            var _ = admit(purchase(i, new UserId(i)));
        }
        EntryId third = readAll().get(2).id();

        await(queue().acknowledge(shard(), third));
        await(queue().acknowledge(shard(), third));

        assertEquals(List.of(order(4), order(5)), orders(readAll()));
        assertEquals(Optional.of(new UserId(4)), await(queue().findQueued(first(shard()), order(4))));
        assertEquals(Optional.empty(), await(queue().findQueued(first(shard()), order(3))));
    }

    @Test
    protected void acknowledgingManyRemovesThemAll() {
        begin(openSale(700));
        for (int i = 1; i <= 700; i++) {
            var _ = admit(purchase(i, new UserId(i)));
        }

        await(queue().acknowledge(shard(), readAll().getLast().id()));

        assertEquals(List.of(), readAll());
        assertEquals(Optional.empty(), await(queue().findQueued(first(shard()), order(700))));
    }

    @Test
    protected void acknowledgingInAnEmptyStreamIsHarmless() {
        await(queue().acknowledge(shard(), EntryId.ZERO));
        await(queue().acknowledge(shard(), new EntryId(5, 5)));

        begin(openSale(1));
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));
        assertEquals(1, readAll().size());
    }

    @Test
    protected void anAcknowledgedBuyerStaysABuyer() {
        begin(openSale(2));
        var _ = admit(purchase(1, ALICE));
        await(queue().acknowledge(shard(), readAll().getLast().id()));

        assertEquals(new Admission.AlreadyBought(order(1)), admit(purchase(2, ALICE)));
    }

    @Test
    protected void aForeignEntryIsDeliveredAsMalformedInItsPlace() {
        begin(openSale(2));
        var _ = admit(purchase(1, ALICE));
        appendForeign();
        var _ = admit(purchase(2, BOB));

        List<QueueEntry> entries = readAll();

        assertEquals(3, entries.size());
        assertInstanceOf(QueuedOrder.class, entries.get(0));
        assertInstanceOf(Malformed.class, entries.get(1));
        assertInstanceOf(QueuedOrder.class, entries.get(2));
        await(queue().acknowledge(shard(), entries.getLast().id()));
        assertEquals(List.of(), readAll());
    }

    @Test
    protected void givingBackFreesTheUnitAndTheBuyerOnce() {
        begin(openSale(1));
        var _ = admit(purchase(1, ALICE));

        assertEquals(Release.RELEASED, await(queue().release(first(shard()), purchase(1, ALICE))));
        assertEquals(Release.NOT_RESERVED, await(queue().release(first(shard()), purchase(1, ALICE))));

        assertEquals(Optional.of(1L), free());
        assertEquals(new Admission.Accepted(order(2)), admit(purchase(2, ALICE)));
    }

    @Test
    protected void givingBackAtOnceFreesOneUnit() {
        begin(openSale(1));
        var _ = admit(purchase(1, ALICE));

        List<Release> freed = atOnce(16, _ -> queue().release(first(shard()), purchase(1, ALICE)));

        assertEquals(1, freed.stream().filter(Release.RELEASED::equals).count());
        assertEquals(Optional.of(1L), free());
    }

    @Test
    protected void givingBackAnotherOrderChangesNothing() {
        begin(openSale(1));
        var _ = admit(purchase(1, ALICE));

        assertEquals(Release.NOT_RESERVED, await(queue().release(first(shard()), purchase(2, ALICE))));
        assertEquals(Release.NOT_RESERVED, await(queue().release(first(shard()), purchase(1, BOB))));

        assertEquals(Optional.of(0L), free());
        assertEquals(new Admission.AlreadyBought(order(1)), admit(purchase(3, ALICE)));
    }

    @Test
    protected void givingBackToASaleThatIsNotThereChangesNothing() {
        await(letIn(queue(), shard()));

        assertEquals(Release.NO_SUCH_SALE, await(queue().release(first(shard()), purchase(1, ALICE))));

        assertEquals(Optional.empty(), free());
        assertEquals(new Admission.NoSuchSale(), admit(purchase(1, ALICE)));
    }

    @Test
    protected void aQueueOfAnotherEpochReleasesNothing() {
        begin(openSale(1));
        var _ = admit(purchase(1, ALICE));

        assertInstanceOf(Unavailable.class, failureOf(queue().release(new Epoch(shard(), 1), purchase(1, ALICE))));
        var _ = await(queue().beginEpoch(new Epoch(shard(), 1)));
        assertInstanceOf(Unavailable.class, failureOf(queue().release(first(shard()), purchase(1, ALICE))));
        assertEquals(Optional.of(0L), free());

        assertEquals(
                Release.RELEASED,
                await(queue().release(new Epoch(shard(), 1), purchase(1, ALICE))),
                "while it is rebuilt");
        assertEquals(Optional.of(1L), free());
    }

    @Test
    protected void afterALossEntriesComeBehindWhatTheDatabaseHold() {
        begin(openSale(2));
        EntryId ahead = new EntryId(now().plus(Duration.ofHours(5)).toEpochMilli(), 7);
        loseEverything();
        await(letIn(queue(), first(shard()), ahead));
        await(open(openSale(2)));

        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));
        assertEquals(new Admission.Accepted(order(2)), admit(purchase(2, BOB)));

        List<QueueEntry> entries = await(queue().read(shard(), ahead, 10, NOT_AT_ALL));
        assertEquals(2, entries.size());
        await(queue().acknowledge(shard(), ahead));
        assertEquals(2, readAll().size(), "what is not settled stays");
    }

    private LoadedSale withVersion(LoadedSale snapshot, SaleState state, long version) {
        FlashSale sale = snapshot.sale();
        return LoadedSale.of(
                new FlashSale(
                        sale.voucher(),
                        sale.shard(),
                        state,
                        sale.window(),
                        sale.issued(),
                        sale.stock(),
                        sale.acknowledgement(),
                        version,
                        SaleOptions.NONE),
                snapshot.claims(),
                snapshot.snapshot().adjustments());
    }

    @Test
    protected void aSaleTakesOverStatesInTheOrderOfTheirVersions() {
        LoadedSale open = openSale(3);
        assertFalse(await(queue().change(open.sale())), "the queue has no such sale yet");
        begin(open);

        assertTrue(await(queue().change(withVersion(open, SaleState.PAUSED, 2).sale())));
        assertTrue(await(queue().change(withVersion(open, SaleState.OPEN, 1).sale())), "late, and passed over");

        assertEquals(new Admission.Paused(), admit(purchase(1, ALICE)));
        await(open(withVersion(open, SaleState.OPEN, 1)));
        assertEquals(new Admission.Paused(), admit(purchase(1, ALICE)));
        assertTrue(await(queue().change(withVersion(open, SaleState.OPEN, 3).sale())));
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));
        assertEquals(Optional.of(2L), free());
    }

    @Test
    protected void unitsAreAddedAndTakenOnceForEachAdjustment() {
        begin(openSale(1));
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));

        assertEquals(UnitsChanged.APPLIED, add(71, 3));
        assertEquals(UnitsChanged.APPLIED, add(71, 3));
        assertEquals(Optional.of(3L), free());
        assertEquals(UnitsChanged.APPLIED, add(72, -2));
        assertEquals(UnitsChanged.APPLIED, add(72, -2));
        assertEquals(Optional.of(1L), free());
        assertEquals(new Admission.Accepted(order(2)), admit(purchase(2, BOB)));
    }

    @Test
    protected void unitsThatBuyersHaveAreNotTaken() {
        begin(openSale(2));
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));

        assertEquals(UnitsChanged.TOO_FEW, add(71, -2));
        assertEquals(Optional.of(1L), free());
        assertEquals(UnitsChanged.APPLIED, add(72, -1));
        assertEquals(UnitsChanged.NO_SUCH_SALE, await(queue().addUnits(first(shard()), new VoucherId(8), 73, 5)));
        assertEquals(Optional.of(0L), free());
    }

    /** Adopted tables may say that more was sold than there was. */
    @Test
    protected void unitsAreAddedToASaleThatIsOversold() {
        begin(openSale(-10));

        assertEquals(UnitsChanged.APPLIED, add(71, 5));
        assertEquals(Optional.of(-5L), free());
        assertEquals(UnitsChanged.TOO_FEW, add(72, -1));
        assertEquals(new Admission.SoldOut(), admit(purchase(1, ALICE)));
        assertEquals(UnitsChanged.APPLIED, add(73, 6));
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));
    }

    @Test
    protected void anAdjustmentThatWasRefusedStaysRefused() {
        begin(openSale(1));
        assertEquals(UnitsChanged.TOO_FEW, add(71, -2));
        assertEquals(UnitsChanged.APPLIED, add(72, 5));

        assertEquals(UnitsChanged.TOO_FEW, add(71, -2));

        assertEquals(Optional.of(new QueueCount(6, 0, 1, 0)), await(queue().count(shard(), VOUCHER)));
        LoadedSale ledger = openSale(6);
        var _ = await(queue().beginEpoch(epoch(1)));
        await(queue().drop(epoch(1), VOUCHER));
        await(queue().open(epoch(1), EntryId.ZERO));
        await(LoadedSale.of(ledger.sale(), Map.of(), Set.of(72L)).openIn(queue(), epoch(1)));
        assertEquals(UnitsChanged.APPLIED, await(queue().addUnits(epoch(1), VOUCHER, 71, -2)));
    }

    @Test
    protected void unitsAreAddedOnlyInTheEpochThatCounts() {
        begin(openSale(1));
        assertInstanceOf(Unavailable.class, failureOf(queue().addUnits(epoch(1), VOUCHER, 71, 3)));
        var _ = await(queue().beginEpoch(epoch(1)));
        assertInstanceOf(Unavailable.class, failureOf(queue().addUnits(epoch(1), VOUCHER, 71, 3)));
        await(queue().open(epoch(1), EntryId.ZERO));

        assertInstanceOf(Unavailable.class, failureOf(queue().addUnits(first(shard()), VOUCHER, 71, 3)));
        assertEquals(Optional.of(1L), free());
        assertEquals(UnitsChanged.APPLIED, await(queue().addUnits(epoch(1), VOUCHER, 71, 3)));
        assertEquals(Optional.of(4L), free());
    }

    @Test
    protected void anAdjustmentThatTheDatabaseCountedAlreadyIsNotAddedAgain() {
        LoadedSale plain = openSale(4);
        begin(LoadedSale.of(plain.sale(), Map.of(), Set.of(71L, Long.MAX_VALUE)));

        assertEquals(UnitsChanged.APPLIED, add(71, 3));
        assertEquals(UnitsChanged.APPLIED, add(Long.MAX_VALUE, 3));
        assertEquals(Optional.of(4L), free());
        assertEquals(UnitsChanged.APPLIED, add(Long.MAX_VALUE - 1, 3));
        assertEquals(Optional.of(7L), free());
    }

    private UnitsChanged add(long adjustment, long units) {
        return await(queue().addUnits(first(shard()), VOUCHER, adjustment, units));
    }

    @Test
    protected void unitsAddedWhileBuyersComeAreNeitherLostNorDoubled() {
        begin(openSale(5));

        List<Object> answers = atOnce(
                32,
                i -> i < 4
                        ? queue().addUnits(first(shard()), VOUCHER, 80 + i / 2, 5)
                                .thenApply(added -> added)
                        : admit(queue(), shard(), purchase(i, new UserId(i))).thenApply(admission -> admission));

        long accepted =
                answers.stream().filter(Admission.Accepted.class::isInstance).count();
        assertEquals(Optional.of(15 - accepted), free());
        assertTrue(accepted >= 5 && accepted <= 15, accepted + " accepted");
    }

    @Test
    protected void aBuyersOrderIsKnownFromItsAdmissionUntilItIsGivenBack() {
        begin(sale(SaleState.OPEN, Duration.ofHours(-1), Duration.ofHours(1), 2, Map.of(BOB, order(8))));
        assertEquals(Optional.empty(), await(queue().findOrder(first(shard()), VOUCHER, ALICE)));
        assertEquals(
                List.of(new Admission.Accepted(order(1))),
                await(queue().admit(first(shard()), VOUCHER, List.of(request(purchase(1, ALICE), "a key")))));

        assertEquals(Optional.of(order(1)), await(queue().findOrder(first(shard()), VOUCHER, ALICE)));
        assertEquals(Optional.of(order(8)), await(queue().findOrder(first(shard()), VOUCHER, BOB)));
        await(queue().acknowledge(shard(), readAll().getLast().id()));
        assertEquals(Optional.of(order(1)), await(queue().findOrder(first(shard()), VOUCHER, ALICE)));
        assertEquals(Release.RELEASED, await(queue().release(first(shard()), purchase(1, ALICE))));
        assertEquals(Optional.empty(), await(queue().findOrder(first(shard()), VOUCHER, ALICE)));
        assertEquals(Optional.empty(), await(queue().findOrder(first(shard()), new VoucherId(8), BOB)));
    }

    @Test
    protected void everyBuyerIsNamed() {
        Map<UserId, OrderId> claims = new HashMap<>();
        for (int i = 1; i <= 1500; i++) {
            claims.put(new UserId(i), order(i));
        }
        begin(sale(SaleState.OPEN, Duration.ofHours(-1), Duration.ofHours(1), 3, claims));
        assertEquals(new Admission.Accepted(order(2001)), admit(purchase(2001, new UserId(2001))));

        Set<Purchase> named = buyersOf(VOUCHER);

        assertEquals(1501, named.size());
        assertTrue(named.contains(purchase(777, new UserId(777))));
        assertTrue(named.contains(purchase(2001, new UserId(2001))));
        assertEquals(Set.of(), buyersOf(new VoucherId(8)));
    }

    /** Each slice must have been worked on when the next one comes. */
    private Set<Purchase> buyersOf(VoucherId voucher) {
        Set<Purchase> named = ConcurrentHashMap.newKeySet();
        AtomicInteger atWork = new AtomicInteger();
        await(queue().eachBuyer(shard(), voucher, slice -> {
            assertTrue(slice.size() <= WholeQueue.MAX_BATCH);
            assertEquals(1, atWork.incrementAndGet());
            return CompletableFuture.supplyAsync(() -> {
                assertTrue(named.addAll(slice));
                return atWork.decrementAndGet();
            });
        }));
        return named;
    }

    @Test
    protected void buyersWhoComeAfterAMarkAreReadOnceAndInOrder() {
        begin(sale(SaleState.OPEN, Duration.ofHours(-1), Duration.ofHours(1), 700, Map.of(ALICE, order(1))));
        BuyerMark end = end(VOUCHER);
        assertEquals(end, end(VOUCHER));
        List<UserId> coming =
                LongStream.rangeClosed(2_001, 2_600).mapToObj(UserId::new).toList();
        var _ = await(queue().admit(
                        first(shard()),
                        VOUCHER,
                        coming.stream()
                                .map(buyer -> request(purchase(buyer.value(), buyer), ""))
                                .toList()));
        assertEquals(new Admission.Accepted(order(5)), admit(purchase(5, BOB)));

        List<UserId> read = new ArrayList<>();
        NewBuyers slice = await(queue().buyersAfter(shard(), VOUCHER, end));
        while (!slice.buyers().isEmpty()) {
            read.addAll(slice.buyers());
            slice = await(queue().buyersAfter(shard(), VOUCHER, slice.mark()));
        }

        List<UserId> expected = new ArrayList<>(coming);
        expected.add(BOB);
        assertEquals(expected, read);
        assertEquals(slice.mark(), end(VOUCHER));
        assertEquals(new Admission.AlreadyBought(order(5)), admit(purchase(6, BOB)));
        assertEquals(slice, await(queue().buyersAfter(shard(), VOUCHER, slice.mark())));
    }

    private BuyerMark end(VoucherId voucher) {
        NewBuyers read = await(queue().buyersAfter(shard(), voucher, BuyerMark.NONE));
        assertEquals(List.of(), read.buyers());
        return read.mark();
    }

    @Test
    protected void aMarkOfAnEarlierOpeningIsNotReadOnFrom() {
        begin(openSale(3));
        BuyerMark earlier = end(VOUCHER);
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));
        Epoch next = new Epoch(shard(), 1);
        var _ = await(queue().beginEpoch(next));
        await(queue().drop(next, VOUCHER));
        assertInstanceOf(Unavailable.class, failureOf(queue().buyersAfter(shard(), VOUCHER, earlier)));
        await(queue().open(next, EntryId.ZERO));
        await(openSale(3).openIn(queue(), next));
        var _ = await(queue().admit(next, VOUCHER, List.of(request(purchase(2, BOB), ""))));

        NewBuyers read = await(queue().buyersAfter(shard(), VOUCHER, earlier));

        assertNotEquals(earlier.opening(), read.mark().opening());
        assertEquals(List.of(), read.buyers());
    }

    @Test
    protected void aSliceThatCannotBeWorkedOnEndsTheNaming() {
        begin(sale(SaleState.OPEN, Duration.ofHours(-1), Duration.ofHours(1), 3, Map.of(ALICE, order(1))));

        assertInstanceOf(
                Conflict.class,
                failureOf(queue().eachBuyer(
                                shard(), VOUCHER, _ -> CompletableFuture.failedStage(new Conflict("enough")))));
    }

    private int reenqueued(Purchase... orders) {
        return await(queue().reenqueue(first(shard()), VOUCHER, List.of(orders)));
    }

    private List<OrderId> waiting() {
        return readAll().stream()
                .map(entry -> assertInstanceOf(QueuedOrder.class, entry).order())
                .toList();
    }

    @Test
    protected void ordersThatWereLostOnTheirWayAreEmittedAgain() {
        UserId carol = new UserId(1003);
        begin(sale(
                SaleState.OPEN, Duration.ofHours(-2), Duration.ofHours(-1), 3, Map.of(ALICE, order(1), BOB, order(2))));

        assertEquals(2, reenqueued(purchase(1, ALICE), purchase(2, BOB), purchase(3, carol), purchase(4, ALICE)));

        assertEquals(List.of(order(1), order(2)), waiting());
        QueuedOrder again = assertInstanceOf(QueuedOrder.class, readAll().getFirst());
        assertEquals(ALICE, again.buyer());
        assertEquals(VOUCHER, again.voucher());
        assertEquals(Optional.of(ALICE), await(queue().findQueued(first(shard()), order(1))));
        assertEquals(Optional.of(3L), free(), "their units were taken before");
        assertEquals(0, reenqueued(purchase(1, ALICE), purchase(2, BOB)), "they wait");
        await(queue().acknowledge(shard(), readAll().getLast().id()));
        assertEquals(Optional.empty(), await(queue().findQueued(first(shard()), order(1))));
        assertEquals(1, reenqueued(purchase(1, ALICE)), "nothing waits any more");
    }

    @Test
    protected void anOrderThatWaitsIsNotEmittedAgain() {
        begin(openSale(3));
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));

        assertEquals(0, reenqueued(purchase(1, ALICE)));

        assertEquals(List.of(order(1)), waiting());
    }

    @Test
    protected void anotherEpochEmitsNothingAndOneThatIsPreparedDoes() {
        begin(sale(SaleState.OPEN, Duration.ofHours(-1), Duration.ofHours(1), 3, Map.of(ALICE, order(1))));
        assertInstanceOf(
                Unavailable.class, failureOf(queue().reenqueue(epoch(1), VOUCHER, List.of(purchase(1, ALICE)))));
        assertEquals(List.of(), readAll());

        var _ = await(queue().beginEpoch(epoch(1)));

        assertInstanceOf(
                Unavailable.class, failureOf(queue().reenqueue(first(shard()), VOUCHER, List.of(purchase(1, ALICE)))));
        assertEquals(1, await(queue().reenqueue(epoch(1), VOUCHER, List.of(purchase(1, ALICE)))));
        assertEquals(List.of(order(1)), waiting());
        assertEquals(Set.of(order(1)), await(queue().waiting(shard(), Set.of(order(1), order(2)))));
        await(queue().acknowledge(shard(), readAll().getLast().id()));
        assertEquals(Set.of(), await(queue().waiting(shard(), Set.of(order(1), order(2)))));
    }

    @Test
    protected void aSaleOfVeryManyAdjustmentsCanBeOpened() {
        LoadedSale plain = openSale(4);
        Set<Long> many = LongStream.rangeClosed(1, 20_000).boxed().collect(Collectors.toSet());
        begin(LoadedSale.of(plain.sale(), Map.of(), many));
        assertEquals(Optional.of(new QueueCount(4, 0, 20_000, 0)), await(queue().count(shard(), VOUCHER)));
    }

    @Test
    protected void theOrdersOfDeadLettersKeepTheirUnits() {
        LoadedSale plain = openSale(4);
        begin(new LoadedSale(new SaleSnapshot(plain.sale(), 1, Set.of()), Map.of(ALICE, order(1)), Map.of()));
        assertEquals(Optional.of(new QueueCount(3, 1, 0, 0)), await(queue().count(shard(), VOUCHER)));
        assertEquals(new Admission.AlreadyBought(order(1)), admit(purchase(2, ALICE)));
    }

    @Test
    protected void aDistrustedShardAdmitsNobodyUntilItIsRebuilt() {
        begin(openSale(3));
        await(queue().close(epoch(1)));
        assertTrue(await(queue().isOpen(first(shard()))), "it is of another epoch");
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));

        await(queue().close(first(shard())));
        await(queue().close(first(shard())));

        assertFalse(await(queue().isOpen(first(shard()))));
        assertInstanceOf(Unavailable.class, failureOf(admit(queue(), shard(), purchase(2, BOB))));
        assertEquals(List.of(order(1)), waiting(), "what was accepted stays");
        await(queue().acknowledge(shard(), readAll().getLast().id()));
        var _ = await(queue().beginEpoch(epoch(1)));
        await(queue().open(epoch(1), EntryId.ZERO));
        assertEquals(List.of(new Admission.Accepted(order(3))), await(admitIn(epoch(1), purchase(3, BOB))));
    }

    @Test
    protected void aSaleIsRemovedOnceNoneOfItsOrdersWaits() {
        LoadedSale snapshot = openSale(2);
        begin(snapshot);
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));
        assertEquals(UnitsChanged.APPLIED, add(71, 3));

        assertFalse(await(queue().remove(snapshot.sale())));
        assertEquals(new Admission.AlreadyBought(order(1)), admit(purchase(2, ALICE)));
        await(queue().acknowledge(shard(), readAll().getLast().id()));

        assertTrue(await(queue().remove(snapshot.sale())));
        assertTrue(await(queue().remove(snapshot.sale())));
        assertEquals(new Admission.NoSuchSale(), admit(purchase(2, ALICE)));
        assertEquals(Optional.empty(), free());
        await(open(openSale(1)));
        assertEquals(new Admission.Accepted(order(3)), admit(purchase(3, ALICE)));
        assertEquals(UnitsChanged.APPLIED, add(71, 3));
        assertEquals(Optional.of(3L), free());
    }

    private Purchase revision(long order, UserId buyer, long revision) {
        Purchase purchase = purchase(order, buyer);
        return new Purchase(purchase.order(), purchase.voucher(), buyer, revision);
    }

    @Test
    void aUnitIsReservedAgainOncePerRevision() {
        begin(openSale(1));
        assertEquals(Reservation.RESERVED, await(queue().reserve(first(shard()), revision(1, ALICE, 71))));
        assertEquals(Reservation.RESERVED, await(queue().reserve(first(shard()), revision(1, ALICE, 71))), "as before");
        assertEquals(Reservation.BUYER_HAS_ONE, await(queue().reserve(first(shard()), revision(1, ALICE, 72))));
        assertEquals(Reservation.BUYER_HAS_ONE, await(queue().reserve(first(shard()), revision(2, ALICE, 71))));
        assertEquals(Reservation.SOLD_OUT, await(queue().reserve(first(shard()), revision(3, BOB, 73))));
        assertEquals(
                Optional.of(order(1)),
                await(queue().findOrder(first(shard()), purchase(1, ALICE).voucher(), ALICE)));

        assertEquals(Release.NOT_RESERVED, await(queue().release(first(shard()), purchase(1, ALICE))), "a late one");
        assertEquals(Release.NOT_RESERVED, await(queue().release(first(shard()), revision(1, ALICE, 72))));
        assertEquals(Release.RELEASED, await(queue().release(first(shard()), revision(1, ALICE, 71))));
        assertEquals(Reservation.RESERVED, await(queue().reserve(first(shard()), revision(3, BOB, 73))));
    }

    @Test
    void aReservationNeedsAnOpenShardAndASale() {
        begin(openSale(1));
        assertInstanceOf(Unavailable.class, failureOf(queue().reserve(new Epoch(shard(), 7), revision(1, ALICE, 71))));
        Purchase elsewhere = new Purchase(new OrderId(1), new VoucherId(1L << 40), ALICE, 71);
        assertEquals(Reservation.NO_SUCH_SALE, await(queue().reserve(first(shard()), elsewhere)));
    }

    @Test
    void aReservationIsReleasedInItsVeryRevisionAlsoWhenItWasLoaded() {
        LoadedSale plain = openSale(1);
        begin(new LoadedSale(
                plain.snapshot(), Map.of(), Map.of(ALICE, order(1), BOB, order(2)), Map.of(order(2), 72L)));
        assertEquals(Set.of(purchase(1, ALICE), revision(2, BOB, 72)), buyersOf(VOUCHER));

        assertEquals(Release.NOT_RESERVED, await(queue().release(first(shard()), revision(1, ALICE, 71))));
        assertEquals(Release.NOT_RESERVED, await(queue().release(first(shard()), purchase(2, BOB))));
        assertEquals(Reservation.RESERVED, await(queue().reserve(first(shard()), revision(2, BOB, 72))), "as loaded");
        assertEquals(Release.RELEASED, await(queue().release(first(shard()), purchase(1, ALICE))));
        assertEquals(Release.RELEASED, await(queue().release(first(shard()), revision(2, BOB, 72))));
        assertEquals(Optional.of(3L), free());
    }

    @Test
    void theRevisionOfAReservationIsNamed() {
        begin(openSale(2));
        var _ = admit(purchase(1, ALICE));
        assertEquals(Reservation.RESERVED, await(queue().reserve(first(shard()), revision(2, BOB, 72))));
        assertEquals(Set.of(purchase(1, ALICE), revision(2, BOB, 72)), buyersOf(VOUCHER));
    }

    private List<Admission> admitNext(Purchase... next) {
        return await(queue().admitNext(first(shard()), VOUCHER, List.of(next)));
    }

    private boolean hold(long number, boolean waiting) {
        return await(queue().holdForWaitlist(first(shard()), VOUCHER, number, waiting));
    }

    private Optional<Boolean> soldOut() {
        return await(queue().isSoldOut(first(shard()), VOUCHER));
    }

    @Test
    void unitsThatAreHeldGoToTheNextOfTheWaitlistAlone() {
        begin(openSale(2));
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));
        assertEquals(Optional.of(false), soldOut());
        assertEquals(Optional.of(1L), await(queue().availableUnits(first(shard()), VOUCHER)));

        assertTrue(hold(5, true));
        assertEquals(Optional.of(0L), await(queue().availableUnits(first(shard()), VOUCHER)));
        assertTrue(hold(5, true), "as before");
        assertEquals(Optional.of(true), soldOut());
        assertEquals(new Admission.SoldOut(), admit(purchase(2, BOB)));
        assertEquals(new Admission.AlreadyBought(order(1)), admit(purchase(3, ALICE)), "an order is answered as ever");
        UserId carol = new UserId(1003);
        List<Admission> admitted = List.of(
                new Admission.AlreadyBought(order(1)), new Admission.Accepted(order(5)), new Admission.SoldOut());
        assertEquals(admitted, admitNext(purchase(4, ALICE), purchase(5, BOB), purchase(6, carol)));
        assertEquals(admitted, admitNext(purchase(4, ALICE), purchase(5, BOB), purchase(6, carol)), "as before");
        assertEquals(2, readAll().size());

        assertEquals(Release.RELEASED, await(queue().release(first(shard()), purchase(5, BOB))));
        assertEquals(Optional.of(true), soldOut());
        assertTrue(hold(5, false));
        assertEquals(Optional.of(false), soldOut());
        assertEquals(new Admission.Accepted(order(7)), admit(purchase(7, carol)));
        assertEquals(Optional.of(true), soldOut());
    }

    @Test
    void aHoldEndsOnlyForThoseWhoKnowOfTheLastWhoJoined() {
        begin(openSale(1));
        assertTrue(hold(1_800_000_000_000_008L, true));
        assertTrue(hold(1_800_000_000_000_007L, false), "late");
        assertEquals(Optional.of(true), soldOut());
        assertTrue(hold(1_800_000_000_000_007L, true), "late");
        assertTrue(hold(1_800_000_000_000_007L, false), "late");
        assertEquals(Optional.of(true), soldOut());
        assertTrue(hold(1_800_000_000_000_009L, false));
        assertTrue(hold(1_800_000_000_000_009L, false), "as before");
        assertEquals(Optional.of(false), soldOut());
    }

    /** As the clock from which numbers are taken leaves it when it went back. */
    @Test
    void aHoldThatLiesAheadOfAllNumbersEnds() {
        long known = 1_800_000_000_000_000L;
        long micros = QueuedSales.JOINED_SINCE.toMillis() * 1_000;
        begin(openSale(1));
        assertTrue(hold(known + micros, true));
        assertTrue(hold(known, false), "a buyer may have joined");
        assertEquals(Optional.of(true), soldOut());
        assertTrue(hold(known + micros + 1, true));
        assertTrue(hold(known, false));
        assertEquals(Optional.of(false), soldOut());
    }

    @Test
    void aPausedSaleOffersNothing() {
        begin(sale(SaleState.PAUSED, Duration.ofHours(-1), Duration.ofHours(1), 1, Map.of()));
        assertTrue(hold(1, true));
        assertEquals(List.of(new Admission.Paused()), admitNext(purchase(1, ALICE)));
    }

    @Test
    void aHoldNeedsAnOpenShardAndASale() {
        begin(openSale(1));
        assertInstanceOf(Unavailable.class, failureOf(queue().holdForWaitlist(epoch(1), VOUCHER, 1, true)));
        assertInstanceOf(Unavailable.class, failureOf(queue().isSoldOut(epoch(1), VOUCHER)));
        assertInstanceOf(
                Unavailable.class, failureOf(queue().admitNext(epoch(1), VOUCHER, List.of(purchase(1, ALICE)))));
        VoucherId elsewhere = new VoucherId(1L << 40);
        assertFalse(await(queue().holdForWaitlist(first(shard()), elsewhere, 1, true)));
        assertEquals(Optional.empty(), await(queue().isSoldOut(first(shard()), elsewhere)));
    }
}
