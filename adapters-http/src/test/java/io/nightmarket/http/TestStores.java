package io.nightmarket.http;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.UserCard;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Backoff;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.id.SegmentIdGenerator;
import io.nightmarket.domain.lock.LockTable;
import io.nightmarket.domain.memory.InMemoryAuditTrail;
import io.nightmarket.domain.memory.InMemoryCallOffs;
import io.nightmarket.domain.memory.InMemoryComments;
import io.nightmarket.domain.memory.InMemoryFollows;
import io.nightmarket.domain.memory.InMemoryGateway;
import io.nightmarket.domain.memory.InMemoryIdSegments;
import io.nightmarket.domain.memory.InMemoryIdempotencyKeys;
import io.nightmarket.domain.memory.InMemoryLedger;
import io.nightmarket.domain.memory.InMemoryLikeSets;
import io.nightmarket.domain.memory.InMemoryLikes;
import io.nightmarket.domain.memory.InMemoryListRows;
import io.nightmarket.domain.memory.InMemoryManagedUsers;
import io.nightmarket.domain.memory.InMemoryNotes;
import io.nightmarket.domain.memory.InMemoryOrderLife;
import io.nightmarket.domain.memory.InMemoryOrderLists;
import io.nightmarket.domain.memory.InMemoryOrderQueue;
import io.nightmarket.domain.memory.InMemoryRunningNodes;
import io.nightmarket.domain.memory.InMemorySaleReports;
import io.nightmarket.domain.memory.InMemorySessionLedger;
import io.nightmarket.domain.memory.InMemorySessionStore;
import io.nightmarket.domain.memory.InMemoryShops;
import io.nightmarket.domain.memory.InMemoryUsers;
import io.nightmarket.domain.memory.InMemoryVisitCounts;
import io.nightmarket.domain.memory.InMemoryWaitingRooms;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.memory.Readers;
import io.nightmarket.domain.memory.RealTimers;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.calloff.CallOffSale;
import io.nightmarket.domain.order.history.HistoryEntry;
import io.nightmarket.domain.order.history.StoredHistory;
import io.nightmarket.domain.order.lifecycle.OrderChanges;
import io.nightmarket.domain.order.list.UpdateOrderLists;
import io.nightmarket.domain.order.payment.DecideLatePayments;
import io.nightmarket.domain.order.payment.FinishPayments;
import io.nightmarket.domain.order.payment.RecordOutcome;
import io.nightmarket.domain.sale.SaleDirectory;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.admission.SoldOutMemory;
import io.nightmarket.domain.sale.operation.PrepareSales;
import io.nightmarket.domain.sale.operation.ReleaseUnits;
import io.nightmarket.domain.sale.operation.ReserveUnits;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.settlement.AwaitSettlement;
import io.nightmarket.domain.sale.settlement.SettleMeter;
import io.nightmarket.domain.sale.settlement.SettleOrders;
import io.nightmarket.domain.sale.settlement.Settlement;
import io.nightmarket.domain.sale.settlement.StalledShards;
import io.nightmarket.domain.sale.waiting.OfferUnits;
import io.nightmarket.domain.sale.waiting.OpenRoom;
import io.nightmarket.domain.sale.waiting.RoomRecords;
import io.nightmarket.domain.sale.waiting.Waitlist;
import io.nightmarket.domain.shop.ListShops;
import io.nightmarket.domain.shop.NearbyPage;
import io.nightmarket.domain.shop.Position;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.Voucher;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** What a node of tests stores, in memory; its calls can be made to fail. */
abstract class TestStores {
    static final int PICTURES_A_DAY = 12;
    static final int MAX_FOLLOWED = 3;
    final ManualClock clock = new ManualClock(Instant.now().truncatedTo(ChronoUnit.SECONDS));
    final SecureRandom random = new SecureRandom();
    final RealTimers timers = new RealTimers();
    final InMemoryUsers users = new InMemoryUsers();
    final InMemoryShops shops = new InMemoryShops();
    final InMemoryLedger orderLedger = new InMemoryLedger(shops::exists, clock);
    final InMemoryOrderLife orderLife = orderLedger.orderLife();
    final InMemoryCallOffs callOffs = orderLedger.callOffs(orderLife);
    final Waitlist waitlist = orderLedger.waitlist();
    final InMemoryWaitingRooms rooms = new InMemoryWaitingRooms(clock);
    final RoomRecords roomRecords = orderLedger.roomRecords();
    final OpenRoom roomOpening = new OpenRoom(rooms, roomRecords);
    final InMemoryNotes notes = new InMemoryNotes(shops::exists, clock);
    final InMemoryLikes likes = new InMemoryLikes(notes, clock);
    final InMemoryComments comments = new InMemoryComments(notes, clock);
    final InMemoryLikeSets likeSets = new InMemoryLikeSets();
    final PicturesOnDisk pictures = new PicturesOnDisk();
    final InMemoryIdempotencyKeys idempotencyKeys = new InMemoryIdempotencyKeys(clock);
    final InMemoryGateway gateway = new InMemoryGateway();
    final InMemoryOrderLists orderLists = new InMemoryOrderLists();
    final ManualTimers settlementTimers = new ManualTimers();
    final AwaitSettlement settlement = new AwaitSettlement(
            orderLedger,
            settlementTimers,
            new AwaitSettlement.Limits(Duration.ofSeconds(1), Duration.ofMillis(50), 1000));
    final InMemoryOrderQueue queue = new InMemoryOrderQueue(clock);
    final InMemorySessionStore sessions = new InMemorySessionStore(SessionPolicy.DEFAULT, clock);
    final InMemoryAuditTrail auditTrail = new InMemoryAuditTrail();
    final InMemoryManagedUsers managedUsers =
            new InMemoryManagedUsers(users, shops, notes, comments, likes, auditTrail, clock);
    final InMemorySessionLedger ledger = new InMemorySessionLedger(SessionPolicy.DEFAULT, false, users);
    final Cache<ShopId, Shop> shopCache = Readers.cache(clock);
    final Cache<ShopId, List<Voucher>> voucherCache = Readers.cache(clock);
    final Cache<UserId, UserCard> cardCache = Readers.cache(clock);
    final InMemoryFollows follows = new InMemoryFollows(users::exists);
    final InMemoryVisitCounts visitCounts = new InMemoryVisitCounts();
    final ManagedShops managedShops = new ManagedShops(shopCache);
    final InMemoryListRows listRows = new InMemoryListRows();
    final InMemorySaleReports saleReports = new InMemorySaleReports();
    final InMemoryRunningNodes runningNodes = new InMemoryRunningNodes(clock);
    final HeldLocks lockTable = new HeldLocks();
    final List<LockTable.HeldLock> locks = lockTable.held;
    final List<String> forceUnlocked = lockTable.forceUnlocked;
    final Map<PhoneNumber, String> sent = new ConcurrentHashMap<>();
    final Faults shopReads = new Faults();
    final Faults listReads = new Faults();
    final Faults sessionReads = new Faults();
    final Faults idDraws = new Faults();
    final Faults admissions = new Faults();
    final Faults noticeReads = new Faults();
    final Faults seenReads = new Faults();
    final Faults probe = new Faults();
    /** What is asked for shops nearby; a test puts its own here. */
    volatile ListShops.NearbySearch nearby =
            (_, _, _, _, _) -> CompletableFuture.completedStage(just(new NearbyPage<>(List.of(), 0)));

    final SaleDirectory directory = new SaleDirectory(orderLedger, timers);
    final OrderChanges changes =
            new UpdateOrderLists(orderLists, orderLife, timers, new Backoff(random), InMemoryOrderLists.UNCOUNTED);
    final RecordOutcome outcomes = new RecordOutcome(orderLife, changes, (_, _, _) -> {});
    final Epochs epochs = new Epochs(orderLedger::epoch, timers);
    final PrepareSales preparation =
            new PrepareSales(orderLedger, queue, epochs, directory, clock, Duration.ofHours(24));
    final SegmentIdGenerator ids = new SegmentIdGenerator(new InMemoryIdSegments(), clock, 1000);
    final StalledShards stalled = new StalledShards(settlementTimers);
    final SoldOutMemory soldOut = new SoldOutMemory(queue, timers, clock, Duration.ofSeconds(1));

    /** As an operator and the sales' maintenance do. */
    void purgeDeadLetters() {
        orderLedger.list(0, Integer.MAX_VALUE).toCompletableFuture().join().forEach(letter -> {
            var _ = orderLedger.purge(letter.id());
        });
        releases().release(Shard.FIRST).toCompletableFuture().join();
    }

    /** Settles what waits in the queue, as the writer of the shard does. */
    void settle() {
        SettleOrders orders =
                new SettleOrders(queue, orderLedger, this::settled, Shard.FIRST, 100, Duration.ZERO, SettleMeter.NONE);
        SettleOrders.Run run = orders.takeOver().toCompletableFuture().join();
        while (run.step().toCompletableFuture().join() > 0) {}
        var _ = run.close().toCompletableFuture().join();
    }

    private void settled(Settlement batch) {
        settlement.settled(batch);
        var _ = changes.placed(batch.settled());
    }

    /** One iteration of the job. */
    void offerUnits() {
        new OfferUnits(waitlist, queue, queue, epochs, preparation)
                .offer()
                .toCompletableFuture()
                .join();
    }

    FinishPayments finishPayments() {
        return new FinishPayments(orderLife, orderLife, gateway, outcomes, changes, Duration.ZERO);
    }

    DecideLatePayments latePayments() {
        return new DecideLatePayments(orderLife, new ReserveUnits(queue, epochs, preparation), releases(), changes);
    }

    CallOffSale callOffSale() {
        return new CallOffSale(callOffs, orderLedger, queue, queue, changes, true, 100);
    }

    CompletionStage<StoredHistory.Known> history(OrderId id) {
        List<HistoryEntry> events = orderLife.eventsOf(id).stream()
                .map(event -> new HistoryEntry(clock.instant(), HistoryEntry.Source.EVENT, event))
                .toList();
        return CompletableFuture.completedStage(new StoredHistory.Known(events, Optional.empty(), Optional.empty()));
    }

    ReleaseUnits releases() {
        return new ReleaseUnits(orderLedger, queue, epochs, preparation);
    }

    /** Read at this moment. */
    <V> ReadResult<V> just(V value) {
        return new ReadResult<>(Optional.of(value), clock.instant(), false);
    }

    CompletionStage<ReadResult<NearbyPage<ShopId>>> searchNearby(
            long typeId, Position from, long offset, int size, OptionalLong upTo) {
        return nearby.search(typeId, from, offset, size, upTo);
    }

    CompletionStage<Void> sms(PhoneNumber phone, String code) {
        sent.put(phone, code);
        return CompletableFuture.completedStage(null);
    }
}
