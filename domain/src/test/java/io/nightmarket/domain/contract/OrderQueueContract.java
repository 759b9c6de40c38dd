package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.assertFails;
import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.count;
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
import io.nightmarket.domain.memory.FlashSales;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.QueueCount;
import io.nightmarket.domain.sale.SaleChange;
import io.nightmarket.domain.sale.SaleChange.Decision;
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
import io.nightmarket.domain.sale.queue.QueuedTerms;
import io.nightmarket.domain.sale.queue.UnitsChanged;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every {@link WholeQueue} keeps. Each test has a shard of its own, fenced at first. */
public abstract class OrderQueueContract {
    private static final Duration NOT_AT_ALL = Duration.ZERO;
    private static final VoucherId VOUCHER = new VoucherId(7);
    private static final UserId ALICE = new UserId(1001);
    private static final UserId BOB = new UserId(1002);
    private static final UserId CAROL = new UserId(1003);
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
        long issued = stock + claims.size();
        FlashSale sale = new FlashSale(
                VOUCHER, shard(), state, window, issued, stock, Acknowledgement.ACCEPTED, 0, SaleOptions.NONE);
        return LoadedSale.of(sale, claims, Set.of());
    }

    private LoadedSale openSale(long stock) {
        return openSale(stock, Map.of());
    }

    private LoadedSale openSale(long stock, Map<UserId, OrderId> claims) {
        return sale(SaleState.OPEN, Duration.ofHours(-1), Duration.ofHours(1), stock, claims);
    }

    /** Numbers of users from 1 on, each with the order of the same number. */
    private static Map<UserId, OrderId> claims(int count) {
        return LongStream.rangeClosed(1, count)
                .boxed()
                .collect(Collectors.toMap(UserId::new, OrderQueueContract::order));
    }

    private void begin(LoadedSale snapshot) {
        await(letIn(queue(), shard()));
        await(open(snapshot));
    }

    protected final CompletionStage<Void> open(LoadedSale snapshot) {
        return snapshot.openIn(queue(), first());
    }

    private Epoch first() {
        return first(shard());
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
        assertEquals(purchase(1, ALICE), queued.purchase());
        assertFalse(queued.admittedAt().isBefore(before.minusSeconds(2)));
        assertFalse(queued.admittedAt().isAfter(now().plusSeconds(2)));
        assertEquals(Optional.of(2L), free());
        assertEquals(0, reenqueued(purchase(1, ALICE)), "it waits");
        assertEquals(List.of(order(1)), waiting());
    }

    @Test
    protected void theLargestOrderIdPassesUnchanged() {
        begin(openSale(1));
        Purchase largest = new Purchase(new OrderId(Long.MAX_VALUE), VOUCHER, new UserId(Long.MAX_VALUE));

        assertEquals(new Admission.Accepted(largest.order()), admit(largest));

        assertEquals(new Admission.Accepted(largest.order()), admit(largest), "asked again");
        QueuedOrder queued = assertInstanceOf(QueuedOrder.class, readAll().getFirst());
        assertEquals(largest, queued.purchase());
        assertEquals(Release.RELEASED, release(largest));
    }

    @Test
    protected void aSecondPurchaseAnswersTheFirstOrderThoughNothingIsLeft() {
        begin(openSale(1));
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));

        assertEquals(new Admission.AlreadyBought(order(1)), admit(purchase(2, ALICE)));
        assertEquals(new Admission.SoldOut(), admit(purchase(3, BOB)));

        assertEquals(List.of(order(1)), waiting());
        assertEquals(Optional.of(0L), free());
    }

    @Test
    protected void sixteenBuyersAtOnceGetFiveUnitsFiveTimes() {
        begin(openSale(5));

        List<Admission> answers = atOnce(16, i -> admit(queue(), shard(), purchase(i, new UserId(2000 + i))));

        assertEquals(5, count(Admission.Accepted.class, answers));
        assertEquals(11, count(Admission.SoldOut.class, answers));
        assertEquals(Optional.of(0L), free());
        List<OrderId> queued = waiting();
        assertEquals(5, queued.size());
        assertEquals(
                Set.copyOf(queued),
                answers.stream()
                        .flatMap(answer ->
                                answer instanceof Admission.Accepted(OrderId id) ? Stream.of(id) : Stream.empty())
                        .collect(Collectors.toSet()));
    }

    @Test
    protected void oneBuyerSixteenTimesAtOnceGetsOneOrder() {
        begin(openSale(16));

        List<Admission> answers = atOnce(16, i -> admit(queue(), shard(), purchase(i, ALICE)));

        assertEquals(1, waiting().size());
        OrderId queued = waiting().getFirst();
        assertEquals(1, Collections.frequency(answers, new Admission.Accepted(queued)));
        assertEquals(15, Collections.frequency(answers, new Admission.AlreadyBought(queued)));
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
        assertEquals(Release.NO_SUCH_SALE, release(purchase(1, ALICE)));
        assertEquals(Optional.empty(), free());
    }

    @Test
    protected void aSaleWithManyClaimsIsOpenedWholeAndEveryBuyerIsNamed() {
        begin(openSale(1, claims(2500)));

        for (long user : new long[] {1, 1000, 1001, 2000, 2500}) {
            assertEquals(new Admission.AlreadyBought(order(user)), admit(purchase(9000, new UserId(user))));
        }
        assertEquals(new Admission.Accepted(order(9000)), admit(purchase(9000, new UserId(2501))));
        Set<Purchase> named = buyersOf(VOUCHER);
        assertEquals(2501, named.size());
        assertTrue(named.contains(purchase(777, new UserId(777))));
        assertTrue(named.contains(purchase(9000, new UserId(2501))));
        assertEquals(Set.of(), buyersOf(new VoucherId(8)));
        assertFails(
                Conflict.class,
                queue().eachBuyer(shard(), VOUCHER, _ -> CompletableFuture.failedStage(new Conflict("enough"))));
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
        Map<UserId, OrderId> claims = Map.of(BOB, order(50));
        LoadedSale later = sale(SaleState.OPEN, Duration.ofHours(2), Duration.ofHours(3), 3, claims);
        begin(later);
        assertRefused(new Admission.NotStarted(later.sale().window().begin()));
        await(open(sale(SaleState.OPEN, Duration.ofHours(-2), Duration.ofHours(-1), 3, Map.of())));
        assertRefused(new Admission.Ended());
        await(open(sale(SaleState.PAUSED, Duration.ofHours(-1), Duration.ofHours(1), 3, Map.of())));
        assertRefused(new Admission.Paused());
        await(open(sale(SaleState.CALLED_OFF, Duration.ofHours(-1), Duration.ofHours(1), 3, Map.of())));
        assertRefused(new Admission.CalledOff());
        await(open(sale(SaleState.DRAFT, Duration.ofHours(-1), Duration.ofHours(1), 3, Map.of())));
        assertRefused(new Admission.NoSuchSale());
        assertEquals(List.of(), readAll());
        assertEquals(Optional.of(3L), free());
        await(open(openSale(3)));
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));
    }

    /** A buyer whose right is used up learns of that order all the same. */
    private void assertRefused(Admission refusal) {
        assertEquals(refusal, admit(purchase(1, ALICE)));
        assertEquals(new Admission.AlreadyBought(order(50)), admit(purchase(2, BOB)));
    }

    @Test
    protected void openingAtOnceByManyNeverDoublesTheStock() {
        await(letIn(queue(), shard()));
        LoadedSale snapshot = openSale(1, Map.of(ALICE, order(1)));

        List<Admission> answers = atOnce(
                16, i -> open(snapshot).thenCompose(_ -> admit(queue(), shard(), purchase(10, new UserId(3000 + i)))));

        assertEquals(1, count(Admission.Accepted.class, answers));
        assertEquals(Optional.of(0L), free());
        assertEquals(new Admission.AlreadyBought(order(1)), admit(purchase(30, ALICE)));
    }

    @Test
    protected void aFencedShardAdmitsNobody() {
        assertClosed(open(openSale(1)));
        assertClosed(admit(queue(), shard(), purchase(1, ALICE)));

        await(letIn(queue(), shard()));
        await(letIn(queue(), shard()));
        await(open(openSale(1)));
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));
    }

    private static void assertClosed(CompletionStage<?> call) {
        assertFails(Unavailable.class, call);
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
        assertClosed(openSale(2).openIn(queue(), epoch(2)));
        await(openSale(2).openIn(queue(), epoch(3)));

        assertTrue(await(queue().isOpen(epoch(3))));
        for (long other : List.of(2L, 4L)) {
            assertFalse(await(queue().isOpen(epoch(other))));
            assertClosed(admitIn(epoch(other), purchase(1, ALICE)));
            assertClosed(queue().findOrder(epoch(other), VOUCHER, ALICE));
            assertClosed(queue().findQueued(epoch(other), order(1)));
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
            assertClosed(admitIn(epoch(either), purchase(2, BOB)));
            assertClosed(queue().findOrder(epoch(either), VOUCHER, ALICE));
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

        assertFails(Conflict.class, queue().beginEpoch(epoch(4)));
        assertFails(Conflict.class, queue().drop(epoch(4), VOUCHER));
        assertFails(Conflict.class, queue().open(epoch(4), EntryId.ZERO));
        assertFails(Conflict.class, queue().raiseEntryIds(epoch(4), EntryId.ZERO));
        await(queue().raiseEntryIds(epoch(5), EntryId.ZERO));
        assertEquals(0, await(queue().beginEpoch(epoch(5))).epoch(), "an epoch that was only begun proves nothing");
        assertEquals(Optional.of(2L), free());
        await(queue().drop(epoch(5), VOUCHER));
        await(queue().drop(epoch(5), VOUCHER));
        await(queue().open(epoch(5), EntryId.ZERO));
        await(openSale(9).openIn(queue(), epoch(5)));
        assertFails(Conflict.class, queue().drop(epoch(5), VOUCHER));
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

        assertFails(Conflict.class, queue().drop(epoch(1), VOUCHER));
        assertFails(Conflict.class, queue().open(epoch(1), EntryId.ZERO));
        assertFalse(await(queue().isOpen(epoch(1))));
    }

    @Test
    protected void aRebuiltSaleHoldsWhatTheDatabaseSayAndNothingElse() {
        begin(openSale(5));
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));
        acknowledgeAll();
        assertEquals(Optional.of(new QueueCount(4, 1, 0, 0)), await(queue().count(shard(), VOUCHER)));
        LoadedSale ledger = openSale(3, Map.of(BOB, order(2)));

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

    @Test
    protected void theOldestEntryIsAsOldAsItsAdmission() {
        begin(openSale(5));
        assertEquals(Duration.ZERO, await(queue().oldestWait(shard())));
        Instant before = now();
        var _ = admit(purchase(1, ALICE));
        elapse(Duration.ofMillis(60));
        var _ = admit(purchase(2, BOB));

        Duration wait = await(queue().oldestWait(shard()));
        assertTrue(wait.toMillis() >= 60, wait::toString);
        assertTrue(wait.compareTo(Duration.between(before, now())) <= 0, wait::toString);
        acknowledgeAll();
        assertEquals(Duration.ZERO, await(queue().oldestWait(shard())));
    }

    private static AdmissionRequest request(Purchase purchase, String key) {
        return new AdmissionRequest(purchase, key);
    }

    private List<Admission> admitGroup(WholeQueue queue, AdmissionRequest... requests) {
        return await(queue.admit(first(), VOUCHER, List.of(requests)));
    }

    @Test
    protected void aGroupIsAnsweredInItsOrderAndEachAsIfAlone() {
        begin(openSale(2));
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));
        UserId dave = new UserId(1004);

        List<Admission> answers = admitGroup(
                queue(),
                request(purchase(2, ALICE), ""),
                request(purchase(1, ALICE), ""),
                request(purchase(3, CAROL), "key"),
                request(purchase(4, CAROL), ""),
                request(purchase(5, CAROL), "key"),
                request(purchase(6, dave), ""));

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
        assertEquals(List.of(order(1), order(3)), waiting());
    }

    @Test
    protected void theSameRequestKeyGetsTheSameOrderAndNoOtherKeyDoes() {
        begin(openSale(9));
        assertEquals(
                List.of(new Admission.Accepted(order(1))), admitGroup(queue(), request(purchase(1, ALICE), "a key")));

        List<Admission> answers = admitGroup(
                queue(),
                request(purchase(2, ALICE), "a key"),
                request(purchase(3, ALICE), "another"),
                request(purchase(4, ALICE), ""),
                request(purchase(5, BOB), "a key"));

        assertEquals(
                List.of(
                        new Admission.Accepted(order(1)),
                        new Admission.AlreadyBought(order(1)),
                        new Admission.AlreadyBought(order(1)),
                        new Admission.Accepted(order(5))),
                answers);
        assertEquals(Release.RELEASED, release(purchase(1, ALICE)));
        assertEquals(new Admission.Accepted(order(6)), admit(purchase(6, ALICE)));
    }

    @Test
    protected void aFullStreamAdmitsAGroupAsFarAsItGoesAndReservesNothingElse() {
        begin(openSale(3));
        WholeQueue full = queueOf(1);

        assertEquals(
                List.of(new Admission.Accepted(order(1)), new Admission.QueueFull()),
                admitGroup(full, request(purchase(1, ALICE), ""), request(purchase(2, BOB), "")));

        assertEquals(Optional.of(2L), free());
        assertEquals(new Admission.AlreadyBought(order(1)), await(admit(full, shard(), purchase(3, ALICE))));
        assertEquals(new Admission.QueueFull(), await(admit(full, shard(), purchase(2, BOB))));
        acknowledgeAll();
        assertEquals(new Admission.Accepted(order(2)), await(admit(full, shard(), purchase(2, BOB))));
    }

    private void acknowledgeAll() {
        await(queue().acknowledge(shard(), readAll().getLast().id()));
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
    protected void aReadThatFindsNothingWaitsForTheNextOrderOrTheEndOfItsTime() {
        begin(openSale(1));
        assertEquals(List.of(), await(queue().read(shard(), EntryId.ZERO, 10, Duration.ofMillis(50))));
        assertEquals(List.of(), await(queue().read(shard(), EntryId.ZERO, 10, NOT_AT_ALL)));

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

        assertEquals(List.of(order(4), order(5)), waiting());
        assertEquals(Optional.of(new UserId(4)), await(queue().findQueued(first(), order(4))));
        assertEquals(Optional.empty(), await(queue().findQueued(first(), order(3))));
        assertEquals(new Admission.AlreadyBought(order(1)), admit(purchase(6, new UserId(1))), "a buyer stays one");
    }

    @Test
    protected void acknowledgingManyOrNoneRemovesThemAll() {
        await(queue().acknowledge(shard(), EntryId.ZERO));
        await(queue().acknowledge(shard(), new EntryId(5, 5)));
        begin(openSale(700));
        for (int i = 1; i <= 700; i++) {
            var _ = admit(purchase(i, new UserId(i)));
        }
        assertEquals(700, readAll().size());

        acknowledgeAll();

        assertEquals(List.of(), readAll());
        assertEquals(Optional.empty(), await(queue().findQueued(first(), order(700))));
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

    private Release release(Purchase purchase) {
        return await(queue().release(first(), purchase));
    }

    @Test
    protected void givingBackFreesTheUnitAndTheBuyerOnce() {
        begin(openSale(1));
        var _ = admit(purchase(1, ALICE));
        assertEquals(Release.NOT_RESERVED, release(purchase(2, ALICE)), "another order");
        assertEquals(Release.NOT_RESERVED, release(purchase(1, BOB)), "another's");
        assertEquals(Optional.of(0L), free());
        assertEquals(new Admission.AlreadyBought(order(1)), admit(purchase(3, ALICE)));

        List<Release> freed = atOnce(16, _ -> queue().release(first(), purchase(1, ALICE)));

        assertEquals(1, Collections.frequency(freed, Release.RELEASED));
        assertEquals(15, Collections.frequency(freed, Release.NOT_RESERVED));
        assertEquals(Optional.of(1L), free());
        assertEquals(new Admission.Accepted(order(2)), admit(purchase(2, ALICE)));
    }

    @Test
    protected void aQueueOfAnotherEpochReleasesNothing() {
        begin(openSale(1));
        var _ = admit(purchase(1, ALICE));
        assertClosed(queue().release(epoch(1), purchase(1, ALICE)));
        var _ = await(queue().beginEpoch(epoch(1)));
        assertClosed(queue().release(first(), purchase(1, ALICE)));
        assertEquals(Optional.of(0L), free());
        assertEquals(Release.RELEASED, await(queue().release(epoch(1), purchase(1, ALICE))), "while it is rebuilt");
        assertEquals(Optional.of(1L), free());
    }

    @Test
    protected void afterALossTheShardIsFencedAndEntriesComeBehindWhatTheDatabaseHold() {
        begin(openSale(2));
        EntryId ahead = new EntryId(now().plus(Duration.ofHours(5)).toEpochMilli(), 7);

        loseEverything();
        assertClosed(admit(queue(), shard(), purchase(1, ALICE)));
        await(letIn(queue(), first(), ahead));
        await(open(openSale(2)));

        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));
        assertEquals(new Admission.Accepted(order(2)), admit(purchase(2, BOB)));
        List<QueueEntry> entries = await(queue().read(shard(), ahead, 10, NOT_AT_ALL));
        assertEquals(2, entries.size());
        await(queue().acknowledge(shard(), ahead));
        assertEquals(2, readAll().size(), "what is not settled stays");
    }

    @Test
    protected void aSaleTakesOverStatesInTheOrderOfTheirVersions() {
        FlashSale sale = openSale(3).sale();
        FlashSale late = FlashSales.in(sale, SaleState.OPEN, 1);
        assertFalse(await(queue().change(sale)), "the queue has no such sale yet");
        begin(LoadedSale.of(sale, Map.of(), Set.of()));
        assertTrue(await(queue().change(FlashSales.in(sale, SaleState.PAUSED, 2))));
        assertTrue(await(queue().change(late)), "passed over");
        assertEquals(new Admission.Paused(), admit(purchase(1, ALICE)));
        await(open(LoadedSale.of(late, Map.of(), Set.of())));
        assertEquals(new Admission.Paused(), admit(purchase(1, ALICE)));
        assertTrue(await(queue().change(FlashSales.in(sale, SaleState.OPEN, 3))));
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));
        assertEquals(Optional.of(2L), free());
    }

    private Decision correct(FlashSale sale, boolean beforeBegin) {
        return await(queue().correct(first(), new SaleChange(sale, beforeBegin)));
    }

    /** The sale with a window that lies so far from now, by this version. */
    private FlashSale moved(FlashSale sale, long version, Duration begin, Duration end) {
        Instant now = Instant.ofEpochMilli(now().toEpochMilli());
        return FlashSales.with(
                FlashSales.in(sale, sale.state(), version), new SaleWindow(now.plus(begin), now.plus(end)));
    }

    private void assertTerms(FlashSale sale) {
        assertEquals(
                Optional.of(new QueuedTerms(sale.state(), sale.window(), sale.version())),
                await(queue().terms(shard(), VOUCHER)));
    }

    @Test
    protected void aSaleThatHasNotBegunIsCorrectedOnce() {
        FlashSale sale = sale(SaleState.OPEN, Duration.ofHours(1), Duration.ofHours(2), 3, Map.of())
                .sale();
        FlashSale later = moved(sale, 2, Duration.ofHours(3), Duration.ofHours(4));
        await(letIn(queue(), shard()));
        assertEquals(Decision.NO_SUCH_SALE, correct(later, true));
        assertEquals(Optional.empty(), await(queue().terms(shard(), VOUCHER)));
        await(open(LoadedSale.of(sale, Map.of(), Set.of())));
        assertEquals(Decision.APPLIED, correct(later, true));
        assertTerms(later);
        assertEquals(new Admission.NotStarted(later.window().begin()), admit(purchase(1, ALICE)));

        FlashSale paused = FlashSales.in(sale, SaleState.PAUSED, 5);
        assertTrue(await(queue().change(paused)));
        assertEquals(Decision.APPLIED, correct(later, true), "asked again");
        assertEquals(Decision.OVERTAKEN, correct(FlashSales.in(later, SaleState.OPEN, 4), false));
        assertTerms(paused);

        FlashSale draft = FlashSales.in(sale, SaleState.DRAFT, 6);
        assertEquals(Decision.APPLIED, correct(draft, true));
        assertEquals(new Admission.NoSuchSale(), admit(purchase(1, ALICE)));
    }

    @Test
    protected void onlyTheWindowIsCorrectedShortlyBeforeTheBegin() {
        Duration soon = SaleChange.LEAD.minusSeconds(2);
        FlashSale sale =
                sale(SaleState.OPEN, soon, Duration.ofHours(2), 3, Map.of()).sale();
        begin(LoadedSale.of(sale, Map.of(), Set.of()));
        assertEquals(Decision.BEGUN, correct(FlashSales.in(sale, SaleState.OPEN, 2), true));
        assertTerms(sale);

        FlashSale later = moved(sale, 3, Duration.ofHours(1), Duration.ofHours(2));
        assertEquals(Decision.APPLIED, correct(later, false));
        FlashSale nearer = moved(sale, 4, soon, Duration.ofHours(2));
        assertEquals(Decision.BEGUN, correct(nearer, true), "it would begin too soon");
        assertTerms(later);
    }

    @Test
    protected void theEndOfASaleThatHasBegunIsMovedAndItsBeginIsNot() {
        FlashSale sale = openSale(3).sale();
        begin(LoadedSale.of(sale, Map.of(), Set.of()));
        assertEquals(Decision.BEGUN, correct(moved(sale, 2, Duration.ofHours(1), Duration.ofHours(2)), false));
        assertTerms(sale);
        SaleWindow ended =
                new SaleWindow(sale.window().begin(), now().minusSeconds(1).truncatedTo(ChronoUnit.SECONDS));
        assertEquals(Decision.APPLIED, correct(FlashSales.with(FlashSales.in(sale, SaleState.OPEN, 3), ended), false));
        assertEquals(new Admission.Ended(), admit(purchase(1, ALICE)));
        FlashSale longer = FlashSales.in(sale, SaleState.OPEN, 4);
        assertEquals(Decision.APPLIED, correct(longer, false), "also after the end");
        assertTerms(longer);
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));
    }

    @Test
    protected void noSaleIsCorrectedInAnotherEpoch() {
        FlashSale sale = openSale(3).sale();
        begin(LoadedSale.of(sale, Map.of(), Set.of()));
        var _ = await(queue().beginEpoch(new Epoch(shard(), 1)));
        SaleChange change = new SaleChange(FlashSales.in(sale, SaleState.OPEN, 2), false);
        assertInstanceOf(Unavailable.class, failureOf(queue().correct(first(), change)));
        assertInstanceOf(Unavailable.class, failureOf(queue().correct(new Epoch(shard(), 1), change)));
    }

    @Test
    protected void unitsAreAddedAndTakenOnceForEachAdjustment() {
        begin(openSale(1));
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));
        for (int time = 0; time < 2; time++) {
            assertEquals(UnitsChanged.APPLIED, add(71, 3));
            assertEquals(Optional.of(3L), free());
        }
        for (int time = 0; time < 2; time++) {
            assertEquals(UnitsChanged.APPLIED, add(72, -2));
            assertEquals(Optional.of(1L), free());
        }
        assertEquals(UnitsChanged.TOO_FEW, add(73, -2), "buyers have them");
        assertEquals(Optional.of(1L), free());
        assertEquals(UnitsChanged.APPLIED, add(74, -1));
        assertEquals(UnitsChanged.NO_SUCH_SALE, await(queue().addUnits(first(), new VoucherId(8), 75, 5)));
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
        assertClosed(queue().addUnits(epoch(1), VOUCHER, 71, 3));
        var _ = await(queue().beginEpoch(epoch(1)));
        assertClosed(queue().addUnits(epoch(1), VOUCHER, 71, 3));
        await(queue().open(epoch(1), EntryId.ZERO));
        assertClosed(queue().addUnits(first(), VOUCHER, 71, 3));
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
        return await(queue().addUnits(first(), VOUCHER, adjustment, units));
    }

    @Test
    protected void unitsAddedWhileBuyersComeAreNeitherLostNorDoubled() {
        begin(openSale(5));
        List<Object> answers = atOnce(
                32,
                i -> i < 4
                        ? queue().addUnits(first(), VOUCHER, 80 + i / 2, 5).thenApply(added -> added)
                        : admit(queue(), shard(), purchase(i, new UserId(i))).thenApply(admission -> admission));
        long accepted = count(Admission.Accepted.class, answers);
        assertEquals(Optional.of(15 - accepted), free());
        assertTrue(accepted >= 5 && accepted <= 15, accepted + " accepted");
    }

    private Optional<OrderId> known(UserId buyer) {
        return await(queue().findOrder(first(), VOUCHER, buyer));
    }

    @Test
    protected void aBuyersOrderIsKnownFromItsAdmissionUntilItIsGivenBack() {
        begin(openSale(2, Map.of(BOB, order(8))));
        assertEquals(Optional.empty(), known(ALICE));
        assertEquals(
                List.of(new Admission.Accepted(order(1))), admitGroup(queue(), request(purchase(1, ALICE), "a key")));

        assertEquals(Optional.of(order(1)), known(ALICE));
        assertEquals(Optional.of(order(8)), known(BOB));
        acknowledgeAll();
        assertEquals(Optional.of(order(1)), known(ALICE));
        assertEquals(Release.RELEASED, release(purchase(1, ALICE)));
        assertEquals(Optional.empty(), known(ALICE));
        assertEquals(Optional.empty(), await(queue().findOrder(first(), new VoucherId(8), BOB)));
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
        begin(openSale(700, Map.of(ALICE, order(1))));
        BuyerMark end = end(VOUCHER);
        assertEquals(end, end(VOUCHER));
        List<UserId> coming = new ArrayList<>(
                LongStream.rangeClosed(2_001, 2_600).mapToObj(UserId::new).toList());
        AdmissionRequest[] requests = coming.stream()
                .map(buyer -> request(purchase(buyer.value(), buyer), ""))
                .toArray(AdmissionRequest[]::new);
        var _ = admitGroup(queue(), requests);
        assertEquals(new Admission.Accepted(order(5)), admit(purchase(5, BOB)));
        coming.add(BOB);

        List<UserId> read = new ArrayList<>();
        NewBuyers slice = await(queue().buyersAfter(shard(), VOUCHER, end));
        while (!slice.buyers().isEmpty()) {
            read.addAll(slice.buyers());
            slice = await(queue().buyersAfter(shard(), VOUCHER, slice.mark()));
        }

        assertEquals(coming, read);
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
        Epoch next = epoch(1);
        var _ = await(queue().beginEpoch(next));
        await(queue().drop(next, VOUCHER));
        assertClosed(queue().buyersAfter(shard(), VOUCHER, earlier));
        await(queue().open(next, EntryId.ZERO));
        await(openSale(3).openIn(queue(), next));
        var _ = await(queue().admit(next, VOUCHER, List.of(request(purchase(2, BOB), ""))));

        NewBuyers read = await(queue().buyersAfter(shard(), VOUCHER, earlier));

        assertNotEquals(earlier.opening(), read.mark().opening());
        assertEquals(List.of(), read.buyers());
    }

    private int reenqueued(Purchase... orders) {
        return await(queue().reenqueue(first(), VOUCHER, List.of(orders)));
    }

    private List<OrderId> waiting() {
        return orders(readAll());
    }

    @Test
    protected void ordersThatWereLostOnTheirWayAreEmittedAgain() {
        begin(sale(
                SaleState.OPEN, Duration.ofHours(-2), Duration.ofHours(-1), 3, Map.of(ALICE, order(1), BOB, order(2))));

        assertEquals(2, reenqueued(purchase(1, ALICE), purchase(2, BOB), purchase(3, CAROL), purchase(4, ALICE)));

        assertEquals(List.of(order(1), order(2)), waiting());
        QueuedOrder again = assertInstanceOf(QueuedOrder.class, readAll().getFirst());
        assertEquals(ALICE, again.buyer());
        assertEquals(VOUCHER, again.voucher());
        assertEquals(Optional.of(ALICE), await(queue().findQueued(first(), order(1))));
        assertEquals(Optional.of(3L), free(), "their units were taken before");
        assertEquals(0, reenqueued(purchase(1, ALICE), purchase(2, BOB)), "they wait");
        acknowledgeAll();
        assertEquals(Optional.empty(), await(queue().findQueued(first(), order(1))));
        assertEquals(1, reenqueued(purchase(1, ALICE)), "nothing waits any more");
    }

    @Test
    protected void anotherEpochEmitsNothingAndOneThatIsPreparedDoes() {
        begin(openSale(3, Map.of(ALICE, order(1))));
        List<Purchase> orders = List.of(purchase(1, ALICE));
        Set<OrderId> asked = Set.of(order(1), order(2));
        assertClosed(queue().reenqueue(epoch(1), VOUCHER, orders));
        assertEquals(List.of(), readAll());

        var _ = await(queue().beginEpoch(epoch(1)));

        assertClosed(queue().reenqueue(first(), VOUCHER, orders));
        assertEquals(1, await(queue().reenqueue(epoch(1), VOUCHER, orders)));
        assertEquals(List.of(order(1)), waiting());
        assertEquals(Set.of(order(1)), await(queue().waiting(shard(), asked)));
        acknowledgeAll();
        assertEquals(Set.of(), await(queue().waiting(shard(), asked)));
    }

    @Test
    protected void aSaleOfVeryManyAdjustmentsCanBeOpenedAndOrdersOfDeadLettersKeepTheirUnits() {
        Set<Long> many = LongStream.rangeClosed(1, 20_000).boxed().collect(Collectors.toSet());
        SaleSnapshot snapshot = new SaleSnapshot(openSale(4).sale(), 1, many);
        begin(new LoadedSale(snapshot, Map.of(ALICE, order(1)), Map.of()));
        assertEquals(Optional.of(new QueueCount(3, 1, 20_000, 0)), await(queue().count(shard(), VOUCHER)));
        assertEquals(new Admission.AlreadyBought(order(1)), admit(purchase(2, ALICE)));
    }

    @Test
    protected void aDistrustedShardAdmitsNobodyUntilItIsRebuilt() {
        begin(openSale(3));
        await(queue().close(epoch(1)));
        assertTrue(await(queue().isOpen(first())), "it is of another epoch");
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));

        await(queue().close(first()));
        await(queue().close(first()));

        assertFalse(await(queue().isOpen(first())));
        assertClosed(admit(queue(), shard(), purchase(2, BOB)));
        assertEquals(List.of(order(1)), waiting(), "what was accepted stays");
        acknowledgeAll();
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
        acknowledgeAll();

        assertTrue(await(queue().remove(snapshot.sale())));
        assertTrue(await(queue().remove(snapshot.sale())));
        assertEquals(new Admission.NoSuchSale(), admit(purchase(2, ALICE)));
        assertEquals(Optional.empty(), free());
        await(open(openSale(1)));
        assertEquals(new Admission.Accepted(order(3)), admit(purchase(3, ALICE)));
        assertEquals(UnitsChanged.APPLIED, add(71, 3));
        assertEquals(Optional.of(3L), free());
    }

    private static Purchase revision(long order, UserId buyer, long revision) {
        return new Purchase(order(order), VOUCHER, buyer, revision);
    }

    private Reservation reserve(Purchase purchase) {
        return await(queue().reserve(first(), purchase));
    }

    @Test
    void aUnitIsReservedAgainOncePerRevision() {
        begin(openSale(1));
        assertEquals(Reservation.RESERVED, reserve(revision(1, ALICE, 71)));
        assertEquals(Reservation.RESERVED, reserve(revision(1, ALICE, 71)), "as before");
        assertEquals(Reservation.BUYER_HAS_ONE, reserve(revision(1, ALICE, 72)));
        assertEquals(Reservation.BUYER_HAS_ONE, reserve(revision(2, ALICE, 71)));
        assertEquals(Reservation.SOLD_OUT, reserve(revision(3, BOB, 73)));
        assertEquals(Optional.of(order(1)), known(ALICE));
        assertEquals(Set.of(revision(1, ALICE, 71)), buyersOf(VOUCHER));

        assertEquals(Release.NOT_RESERVED, release(purchase(1, ALICE)), "a late one");
        assertEquals(Release.NOT_RESERVED, release(revision(1, ALICE, 72)));
        assertEquals(Release.RELEASED, release(revision(1, ALICE, 71)));
        assertEquals(Reservation.RESERVED, reserve(revision(3, BOB, 73)));
        assertClosed(queue().reserve(epoch(7), revision(1, ALICE, 71)));
        Purchase elsewhere = new Purchase(new OrderId(1), new VoucherId(1L << 40), ALICE, 71);
        assertEquals(Reservation.NO_SUCH_SALE, reserve(elsewhere));
    }

    @Test
    void aReservationIsReleasedInItsVeryRevisionAlsoWhenItWasLoaded() {
        Map<UserId, OrderId> claims = Map.of(ALICE, order(1), BOB, order(2));
        begin(new LoadedSale(openSale(1).snapshot(), Map.of(), claims, Map.of(order(2), 72L)));
        assertEquals(Set.of(purchase(1, ALICE), revision(2, BOB, 72)), buyersOf(VOUCHER));

        assertEquals(Release.NOT_RESERVED, release(revision(1, ALICE, 71)));
        assertEquals(Release.NOT_RESERVED, release(purchase(2, BOB)));
        assertEquals(Reservation.RESERVED, reserve(revision(2, BOB, 72)), "as loaded");
        assertEquals(Release.RELEASED, release(purchase(1, ALICE)));
        assertEquals(Release.RELEASED, release(revision(2, BOB, 72)));
        assertEquals(Optional.of(3L), free());
    }

    private List<Admission> admitNext(Purchase... next) {
        return await(queue().admitNext(first(), VOUCHER, List.of(next)));
    }

    private boolean hold(long number, boolean waiting) {
        return await(queue().holdForWaitlist(first(), VOUCHER, number, waiting));
    }

    private Optional<Boolean> soldOut() {
        return await(queue().isSoldOut(first(), VOUCHER));
    }

    @Test
    void unitsThatAreHeldGoToTheNextOfTheWaitlistAlone() {
        begin(openSale(2));
        assertEquals(new Admission.Accepted(order(1)), admit(purchase(1, ALICE)));
        assertEquals(Optional.of(false), soldOut());
        assertEquals(Optional.of(1L), await(queue().availableUnits(first(), VOUCHER)));

        assertTrue(hold(5, true));
        assertEquals(Optional.of(0L), await(queue().availableUnits(first(), VOUCHER)));
        assertTrue(hold(5, true), "as before");
        assertEquals(Optional.of(true), soldOut());
        assertEquals(new Admission.SoldOut(), admit(purchase(2, BOB)));
        assertEquals(new Admission.AlreadyBought(order(1)), admit(purchase(3, ALICE)), "an order is answered as ever");
        List<Admission> admitted = List.of(
                new Admission.AlreadyBought(order(1)), new Admission.Accepted(order(5)), new Admission.SoldOut());
        assertEquals(admitted, admitNext(purchase(4, ALICE), purchase(5, BOB), purchase(6, CAROL)));
        assertEquals(admitted, admitNext(purchase(4, ALICE), purchase(5, BOB), purchase(6, CAROL)), "as before");
        assertEquals(2, readAll().size());

        assertEquals(Release.RELEASED, release(purchase(5, BOB)));
        assertEquals(Optional.of(true), soldOut());
        assertTrue(hold(5, false));
        assertEquals(Optional.of(false), soldOut());
        assertEquals(new Admission.Accepted(order(7)), admit(purchase(7, CAROL)));
        assertEquals(Optional.of(true), soldOut());
    }

    private void assertHold(long number, boolean waiting, boolean isSoldOut) {
        assertTrue(hold(number, waiting));
        assertEquals(Optional.of(isSoldOut), soldOut());
    }

    @Test
    void aHoldEndsOnlyForThoseWhoKnowOfTheLastWhoJoined() {
        long last = 1_800_000_000_000_008L;
        begin(openSale(1));
        assertHold(last, true, true);
        assertHold(last - 1, false, true);
        assertHold(last - 1, true, true);
        assertHold(last - 1, false, true);
        assertHold(last + 1, false, false);
        assertHold(last + 1, false, false);
        // A number that lies ahead is of a clock that went back.
        long micros = QueuedSales.JOINED_SINCE.toMillis() * 1_000;
        assertHold(last + micros, true, true);
        assertHold(last, false, true);
        assertHold(last + micros + 1, true, true);
        assertHold(last, false, false);
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
        assertClosed(queue().holdForWaitlist(epoch(1), VOUCHER, 1, true));
        assertClosed(queue().isSoldOut(epoch(1), VOUCHER));
        assertClosed(queue().admitNext(epoch(1), VOUCHER, List.of(purchase(1, ALICE))));
        VoucherId elsewhere = new VoucherId(1L << 40);
        assertFalse(await(queue().holdForWaitlist(first(), elsewhere, 1, true)));
        assertEquals(Optional.empty(), await(queue().isSoldOut(first(), elsewhere)));
    }
}
