package io.nightmarket.http;

import io.nightmarket.domain.account.ChangePassword;
import io.nightmarket.domain.account.CheckSession;
import io.nightmarket.domain.account.CodeDigests;
import io.nightmarket.domain.account.FindUserCard;
import io.nightmarket.domain.account.LogIn;
import io.nightmarket.domain.account.LogInByPassword;
import io.nightmarket.domain.account.LogOut;
import io.nightmarket.domain.account.ManageSessions;
import io.nightmarket.domain.account.PhoneFormat;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.RequestLoginCode;
import io.nightmarket.domain.account.SecondFactor;
import io.nightmarket.domain.account.SessionEvents;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.UserCard;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.permission.AssignShops;
import io.nightmarket.domain.account.permission.ChangeRole;
import io.nightmarket.domain.account.profile.EditProfile;
import io.nightmarket.domain.account.profile.FindProfile;
import io.nightmarket.domain.base.Backoff;
import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.base.FairQueue;
import io.nightmarket.domain.base.GroupCommit;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.Invalidation;
import io.nightmarket.domain.cache.ManageCaches;
import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.cache.ReadThrough;
import io.nightmarket.domain.checkin.CheckIn;
import io.nightmarket.domain.contract.OrderQueueContract;
import io.nightmarket.domain.feed.CountUnread;
import io.nightmarket.domain.feed.FeedPlaces;
import io.nightmarket.domain.feed.ReadFeed;
import io.nightmarket.domain.feed.SeenPlaces;
import io.nightmarket.domain.feed.StoredFeed;
import io.nightmarket.domain.follow.FindCommonFollows;
import io.nightmarket.domain.follow.FindFollows;
import io.nightmarket.domain.follow.FollowUsers;
import io.nightmarket.domain.id.SegmentIdGenerator;
import io.nightmarket.domain.lock.ForceUnlock;
import io.nightmarket.domain.lock.LockTable;
import io.nightmarket.domain.memory.InMemoryAuditTrail;
import io.nightmarket.domain.memory.InMemoryCheckInBitmaps;
import io.nightmarket.domain.memory.InMemoryCheckIns;
import io.nightmarket.domain.memory.InMemoryComments;
import io.nightmarket.domain.memory.InMemoryFollowSets;
import io.nightmarket.domain.memory.InMemoryFollows;
import io.nightmarket.domain.memory.InMemoryGateway;
import io.nightmarket.domain.memory.InMemoryIdSegments;
import io.nightmarket.domain.memory.InMemoryIdempotencyKeys;
import io.nightmarket.domain.memory.InMemoryLedger;
import io.nightmarket.domain.memory.InMemoryLikeSets;
import io.nightmarket.domain.memory.InMemoryLikes;
import io.nightmarket.domain.memory.InMemoryLoginCodes;
import io.nightmarket.domain.memory.InMemoryNotes;
import io.nightmarket.domain.memory.InMemoryOrderLife;
import io.nightmarket.domain.memory.InMemoryOrderLists;
import io.nightmarket.domain.memory.InMemoryOrderQueue;
import io.nightmarket.domain.memory.InMemoryPasswordTries;
import io.nightmarket.domain.memory.InMemoryPasswords;
import io.nightmarket.domain.memory.InMemoryPermissions;
import io.nightmarket.domain.memory.InMemoryProfiles;
import io.nightmarket.domain.memory.InMemorySeenPlaces;
import io.nightmarket.domain.memory.InMemorySessionLedger;
import io.nightmarket.domain.memory.InMemorySessionStore;
import io.nightmarket.domain.memory.InMemoryShops;
import io.nightmarket.domain.memory.InMemoryTotpSecrets;
import io.nightmarket.domain.memory.InMemoryUsers;
import io.nightmarket.domain.memory.InMemoryVisitCounts;
import io.nightmarket.domain.memory.InMemoryWaitingRooms;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.memory.PlainHasher;
import io.nightmarket.domain.memory.Readers;
import io.nightmarket.domain.memory.RealTimers;
import io.nightmarket.domain.note.LikeNote;
import io.nightmarket.domain.note.ListComments;
import io.nightmarket.domain.note.ListLikers;
import io.nightmarket.domain.note.Note;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.note.NoteLists;
import io.nightmarket.domain.note.PublishNote;
import io.nightmarket.domain.note.ReadLikes;
import io.nightmarket.domain.note.ShowNotes;
import io.nightmarket.domain.note.UploadPicture;
import io.nightmarket.domain.note.WriteComment;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.domain.order.history.FindOrderHistory;
import io.nightmarket.domain.order.history.HistoryEntry;
import io.nightmarket.domain.order.history.StoredHistory;
import io.nightmarket.domain.order.lifecycle.BuyVoucher;
import io.nightmarket.domain.order.lifecycle.CancelOrder;
import io.nightmarket.domain.order.lifecycle.OrderChanges;
import io.nightmarket.domain.order.lifecycle.RedeemOrder;
import io.nightmarket.domain.order.list.UpdateOrderLists;
import io.nightmarket.domain.order.payment.FinishPayments;
import io.nightmarket.domain.order.payment.PayOrder;
import io.nightmarket.domain.order.payment.ReceiveNotification;
import io.nightmarket.domain.order.payment.RecordOutcome;
import io.nightmarket.domain.order.payment.RefundOrder;
import io.nightmarket.domain.order.payment.ReviveOrders;
import io.nightmarket.domain.overload.Priority;
import io.nightmarket.domain.sale.BuyerSignatures;
import io.nightmarket.domain.sale.SaleDirectory;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.admission.AdmitBuyers;
import io.nightmarket.domain.sale.admission.FindPurchaseOutcome;
import io.nightmarket.domain.sale.admission.PlaceFlashOrder;
import io.nightmarket.domain.sale.admission.PurchasePaths;
import io.nightmarket.domain.sale.admission.SoldOutSales;
import io.nightmarket.domain.sale.operation.CreateFlashSale;
import io.nightmarket.domain.sale.operation.ManageDeadLetters;
import io.nightmarket.domain.sale.operation.PauseSale;
import io.nightmarket.domain.sale.operation.PrepareSales;
import io.nightmarket.domain.sale.operation.ReleaseUnits;
import io.nightmarket.domain.sale.operation.ReserveUnits;
import io.nightmarket.domain.sale.operation.RestockSale;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.sale.settlement.AwaitSettlement;
import io.nightmarket.domain.sale.settlement.FindOrder;
import io.nightmarket.domain.sale.settlement.ListShards;
import io.nightmarket.domain.sale.settlement.SettleOrders;
import io.nightmarket.domain.sale.settlement.Settlement;
import io.nightmarket.domain.sale.settlement.StalledShards;
import io.nightmarket.domain.sale.waiting.JoinWaitingRoom;
import io.nightmarket.domain.sale.waiting.JoinWaitlist;
import io.nightmarket.domain.sale.waiting.OfferUnits;
import io.nightmarket.domain.sale.waiting.OpenRoom;
import io.nightmarket.domain.sale.waiting.RevokeTicket;
import io.nightmarket.domain.sale.waiting.RoomRecords;
import io.nightmarket.domain.sale.waiting.RoomTokens;
import io.nightmarket.domain.sale.waiting.UsePass;
import io.nightmarket.domain.sale.waiting.Waitlist;
import io.nightmarket.domain.shop.CreateShop;
import io.nightmarket.domain.shop.CreateVoucher;
import io.nightmarket.domain.shop.FindShop;
import io.nightmarket.domain.shop.ListShops;
import io.nightmarket.domain.shop.ListVouchers;
import io.nightmarket.domain.shop.LiveStock;
import io.nightmarket.domain.shop.ManageShopTypes;
import io.nightmarket.domain.shop.NearbyPage;
import io.nightmarket.domain.shop.NearbySearch;
import io.nightmarket.domain.shop.Position;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopCache;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopOwnership;
import io.nightmarket.domain.shop.ShopType;
import io.nightmarket.domain.shop.UpdateShop;
import io.nightmarket.domain.shop.Voucher;
import io.nightmarket.domain.visitor.CountVisits;
import io.nightmarket.http.account.AccountApi;
import io.nightmarket.http.account.permission.PermissionRoutes;
import io.nightmarket.http.account.profile.ProfileRoutes;
import io.nightmarket.http.audit.AuditRoutes;
import io.nightmarket.http.cache.CacheRoutes;
import io.nightmarket.http.checkin.CheckInRoutes;
import io.nightmarket.http.feed.FeedRoutes;
import io.nightmarket.http.feed.UnreadApi;
import io.nightmarket.http.follow.FollowRoutes;
import io.nightmarket.http.limit.HeldBytes;
import io.nightmarket.http.lock.LockRoutes;
import io.nightmarket.http.note.CommentRoutes;
import io.nightmarket.http.note.LikeRoutes;
import io.nightmarket.http.note.NoteListRoutes;
import io.nightmarket.http.note.NoteRoutes;
import io.nightmarket.http.note.PictureApi;
import io.nightmarket.http.order.OrderRoutes;
import io.nightmarket.http.order.history.HistoryRoutes;
import io.nightmarket.http.order.lifecycle.LifecycleRoutes;
import io.nightmarket.http.order.list.OrderListRoutes;
import io.nightmarket.http.order.notice.NoticeApi;
import io.nightmarket.http.order.payment.PaymentRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.http.sale.DeadLetterRoutes;
import io.nightmarket.http.sale.FlashSaleApi;
import io.nightmarket.http.sale.waiting.WaitingRoomRoutes;
import io.nightmarket.http.sale.waiting.WaitlistRoutes;
import io.nightmarket.http.session.TokenSecret;
import io.nightmarket.http.session.TrustedSessions;
import io.nightmarket.http.shop.ShopApi;
import io.nightmarket.http.shop.VoucherApi;
import io.nightmarket.http.site.HealthRoutes;
import io.nightmarket.http.visitor.VisitorRoutes;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A verticle over adapters in memory, whose calls can be made to fail; gone when its Vert.x is closed. */
final class TestNode {
    static final TokenSecret SECRET =
            new TokenSecret("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.UTF_8));
    static final OrderNumbers NUMBERS =
            new OrderNumbers("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.UTF_8));
    private static final RoomTokens ROOM_TOKENS =
            new RoomTokens(new BuyerSignatures("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.UTF_8)));
    static final int PICTURES_A_DAY = 12;
    static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");

    /** The documentation and no site. */
    static final HttpConfig.WebPages DOCS = new HttpConfig.WebPages(true, Optional.empty(), Optional.empty());

    static final HttpConfig.PurchaseRates NO_BUYING_LIMIT =
            new HttpConfig.PurchaseRates(RateLimit.NONE, RateLimit.NONE, RateLimit.NONE, RateLimit.NONE);
    static final HttpConfig.ReadRates NO_READING_LIMIT =
            new HttpConfig.ReadRates(RateLimit.NONE, RateLimit.NONE, RateLimit.NONE, RateLimit.NONE, RateLimit.NONE);
    static final HttpConfig.LoginRates NO_LOGIN_LIMIT = new HttpConfig.LoginRates(RateLimit.NONE, RateLimit.NONE);

    static final HttpConfig.Connections NO_CONNECTION_LIMIT = new HttpConfig.Connections(0, 0, Duration.ofSeconds(10));

    static final int MAX_FOLLOWED = 3;

    final Vertx vertx;
    final ManualClock clock = new ManualClock(Instant.now().truncatedTo(ChronoUnit.SECONDS));
    final InMemoryUsers users = new InMemoryUsers();
    final InMemoryShops shops = new InMemoryShops();
    final InMemoryLedger orderLedger = new InMemoryLedger(shops::exists, clock);
    final InMemoryOrderLife orderLife = orderLedger.orderLife();
    private final Waitlist waitlist = orderLedger.waitlist();
    final InMemoryWaitingRooms rooms = new InMemoryWaitingRooms(clock);
    private final RoomRecords roomRecords = orderLedger.roomRecords();
    private final OpenRoom roomOpening = new OpenRoom(rooms, roomRecords);
    final InMemoryNotes notes = new InMemoryNotes(shops::exists, clock);
    final InMemoryLikes likes = new InMemoryLikes(notes, clock);
    private final InMemoryComments comments = new InMemoryComments(notes, clock);
    final InMemoryLikeSets likeSets = new InMemoryLikeSets();
    final PicturesOnDisk pictures = new PicturesOnDisk();
    final InMemoryIdempotencyKeys idempotencyKeys = new InMemoryIdempotencyKeys(clock);
    final InMemoryGateway gateway = new InMemoryGateway();
    final InMemoryOrderLists orderLists = new InMemoryOrderLists();
    final ManualTimers settlementTimers = new ManualTimers();
    final TrustedSessions trusted;
    final AwaitSettlement settlement = new AwaitSettlement(
            orderLedger,
            settlementTimers,
            new AwaitSettlement.Limits(Duration.ofSeconds(1), Duration.ofMillis(50), 1000));
    final InMemoryOrderQueue queue = new InMemoryOrderQueue(clock);
    final InMemorySessionStore sessions = new InMemorySessionStore(SessionPolicy.DEFAULT, clock);
    final InMemoryAuditTrail auditTrail = new InMemoryAuditTrail();
    final InMemorySessionLedger ledger = new InMemorySessionLedger(SessionPolicy.DEFAULT, false, users);
    final Cache<ShopId, Shop> shopCache = Readers.cache(clock);
    final Cache<ShopId, List<Voucher>> voucherCache = Readers.cache(clock);
    private final Cache<UserId, UserCard> cardCache = Readers.cache(clock);
    private final InMemoryFollows follows = new InMemoryFollows(users::exists);
    private final InMemoryVisitCounts visitCounts = new InMemoryVisitCounts();
    final ManagedShops managedShops = new ManagedShops(shopCache);
    final HeldLocks lockTable = new HeldLocks();
    final List<LockTable.HeldLock> locks = lockTable.held;
    final List<String> forceUnlocked = lockTable.forceUnlocked;
    final Map<PhoneNumber, String> sent = new ConcurrentHashMap<>();
    final Faults shopReads = new Faults();
    final Faults sessionReads = new Faults();
    final Faults idDraws = new Faults();
    final Faults noticeReads = new Faults();
    final Faults seenReads = new Faults();
    final Faults probe = new Faults();

    /** What is asked for shops nearby; a test puts its own here. */
    volatile NearbySearch nearby =
            (_, _, _, _, _) -> CompletableFuture.completedStage(just(new NearbyPage<>(List.of(), 0)));

    final AtomicInteger closed = new AtomicInteger();
    final HttpVerticle verticle;
    private final SharedHttpState share;
    private final int codesPerAddress;
    private final SecureRandom random = new SecureRandom();
    private final ShopOwnership ownership = new ShopOwnership(shops);
    private final SaleDirectory directory = new SaleDirectory(orderLedger);
    private final PurchasePaths paths = new PurchasePaths(
            directory, new BuyerSignatures("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.UTF_8)), clock);
    private final RealTimers timers = new RealTimers();
    final NoticeApi noticeApi;
    final UnreadApi unreadApi;
    private final OrderChanges changes =
            new UpdateOrderLists(orderLists, orderLife, timers, new Backoff(random), InMemoryOrderLists.UNCOUNTED);
    private final RecordOutcome outcomes = new RecordOutcome(orderLife, changes, (_, _, _) -> {});
    private final Epochs epochs = new Epochs(orderLedger::epoch, timers);
    private final PrepareSales preparation =
            new PrepareSales(orderLedger, queue, epochs, directory, clock, Duration.ofHours(24));
    private final SegmentIdGenerator ids = new SegmentIdGenerator(new InMemoryIdSegments(), clock, 1000);
    private final String deployment;

    TestNode(Vertx vertx) {
        this(vertx, Duration.ofSeconds(5));
    }

    TestNode(Vertx vertx, Duration trust) {
        this(vertx, trust, DOCS);
    }

    TestNode(Vertx vertx, Duration trust, HttpConfig.WebPages pages) {
        this(vertx, trust, pages, TrustedProxies.NONE, 0);
    }

    TestNode(Vertx vertx, HttpConfig.PurchaseRates buying, TrustedProxies proxies) {
        this(vertx, Duration.ofSeconds(5), DOCS, proxies, 0, buying, NO_READING_LIMIT);
    }

    TestNode(Vertx vertx, HttpConfig.ReadRates reading, TrustedProxies proxies) {
        this(vertx, Duration.ofSeconds(5), DOCS, proxies, 0, NO_BUYING_LIMIT, reading);
    }

    TestNode(Vertx vertx, Duration trust, HttpConfig.WebPages pages, TrustedProxies proxies, int codesPerAddress) {
        this(vertx, trust, pages, proxies, codesPerAddress, NO_BUYING_LIMIT, NO_READING_LIMIT);
    }

    private TestNode(
            Vertx vertx,
            Duration trust,
            HttpConfig.WebPages pages,
            TrustedProxies proxies,
            int codesPerAddress,
            HttpConfig.PurchaseRates buying,
            HttpConfig.ReadRates reading) {
        this(vertx, config(0, trust, pages, proxies, buying, reading), codesPerAddress);
    }

    TestNode(Vertx vertx, HttpConfig config) {
        this(vertx, config, 0);
    }

    private TestNode(Vertx vertx, HttpConfig config, int codesPerAddress) {
        this.vertx = vertx;
        this.codesPerAddress = codesPerAddress;
        share = new SharedHttpState(config, SECRET, auditTrail, clock, this::nanoTime, random);
        noticeApi = new NoticeApi(share, new WatchedNotices(orderLife, noticeReads), vertx, Duration.ofMillis(320));
        unreadApi = new UnreadApi(share, vertx, Duration.ofMillis(320), Duration.ofMillis(1600));
        trusted = share.trusted();
        verticle = new HttpVerticle(share, () -> CompletableFuture.completedStage(api()), this::closeAdapters, _ -> {});
        try {
            deployment = vertx.deployVerticle(verticle).await(60, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError(e);
        }
        var _ = OrderQueueContract.letIn(queue, Shard.FIRST)
                .toCompletableFuture()
                .join();
    }

    /** Without limits. */
    static HttpConfig config(int port) {
        return config(port, Duration.ofSeconds(5), DOCS, TrustedProxies.NONE, NO_BUYING_LIMIT, NO_READING_LIMIT);
    }

    private static HttpConfig config(
            int port,
            Duration trust,
            HttpConfig.WebPages pages,
            TrustedProxies proxies,
            HttpConfig.PurchaseRates buying,
            HttpConfig.ReadRates reading) {
        return config(
                port,
                trust,
                4096,
                pages,
                proxies,
                buying,
                reading,
                NO_LOGIN_LIMIT,
                NO_CONNECTION_LIMIT,
                Duration.ZERO,
                Optional.empty());
    }

    /** Without limits, for other phone numbers. */
    static HttpConfig config(PhoneFormat phones) {
        HttpConfig usual = config(0);
        return new HttpConfig(
                usual.host(),
                usual.port(),
                usual.timeZone(),
                usual.tokenTrust(),
                usual.maxBodyBytes(),
                usual.drain(),
                usual.probeDeadline(),
                usual.pages(),
                usual.trustedProxies(),
                usual.buying(),
                usual.reading(),
                usual.logins(),
                phones,
                usual.connections(),
                usual.maxWait(),
                usual.https());
    }

    /** Where work may wait for this long. */
    static HttpConfig waiting(Duration maxWait, Optional<HttpConfig.Https> https) {
        return config(
                0,
                Duration.ofSeconds(5),
                4096,
                DOCS,
                TrustedProxies.NONE,
                NO_BUYING_LIMIT,
                NO_READING_LIMIT,
                NO_LOGIN_LIMIT,
                NO_CONNECTION_LIMIT,
                maxWait,
                https);
    }

    /** Requests of this priority that were refused under overload. */
    long rejections(Priority priority) {
        return share.load().rejections(priority);
    }

    /** Has this number of reads begin, or end when it is negative. */
    void occupy(int reads) {
        LoopLoad loop = share.load().loops().getFirst();
        for (int i = 0; i < Math.abs(reads); i++) {
            if (reads > 0) {
                loop.begin(Priority.READ);
            } else {
                loop.end(Priority.READ);
            }
        }
    }

    /** As it was seen at the last tick. */
    int underWay() {
        return share.load().underWay();
    }

    /** The most requests at once. */
    double loadLimit() {
        return share.load().limit();
    }

    /** With these limits of logins and no others. */
    static HttpConfig config(HttpConfig.LoginRates logins, TrustedProxies proxies) {
        return config(
                0,
                Duration.ofSeconds(5),
                4096,
                DOCS,
                proxies,
                NO_BUYING_LIMIT,
                NO_READING_LIMIT,
                logins,
                NO_CONNECTION_LIMIT,
                Duration.ZERO,
                Optional.empty());
    }

    /** With these bounds and files, and no other limits. */
    static HttpConfig config(
            HttpConfig.Connections connections,
            TrustedProxies proxies,
            int maxBodyBytes,
            Optional<HttpConfig.Https> https) {
        return config(
                0,
                Duration.ofSeconds(5),
                maxBodyBytes,
                DOCS,
                proxies,
                NO_BUYING_LIMIT,
                NO_READING_LIMIT,
                NO_LOGIN_LIMIT,
                connections,
                Duration.ZERO,
                https);
    }

    private static HttpConfig config(
            int port,
            Duration trust,
            int maxBodyBytes,
            HttpConfig.WebPages pages,
            TrustedProxies proxies,
            HttpConfig.PurchaseRates buying,
            HttpConfig.ReadRates reading,
            HttpConfig.LoginRates logins,
            HttpConfig.Connections connections,
            Duration maxWait,
            Optional<HttpConfig.Https> https) {
        return new HttpConfig(
                "127.0.0.1",
                port,
                ZONE,
                trust,
                maxBodyBytes,
                Duration.ofSeconds(5),
                Duration.ofMillis(200),
                pages,
                proxies,
                buying,
                reading,
                logins,
                PhoneFormat.MAINLAND,
                connections,
                maxWait,
                https);
    }

    HeldBytes held() {
        return share.held();
    }

    int openConnections() {
        return share.connections().count();
    }

    /** Settles what waits in the queue, as the writer of the shard does. */
    final StalledShards stalled = new StalledShards(settlementTimers);

    private final SoldOutSales soldOut = new SoldOutSales(queue, timers, clock, Duration.ofSeconds(1));

    /** As an operator and the sales' maintenance do. */
    void purgeDeadLetters() {
        orderLedger.list(0, Integer.MAX_VALUE).toCompletableFuture().join().forEach(letter -> {
            var _ = orderLedger.purge(letter.id());
        });
        releases().release(Shard.FIRST).toCompletableFuture().join();
    }

    void settle() {
        SettleOrders orders = new SettleOrders(
                queue, orderLedger, this::settled, Shard.FIRST, new SettleOrders.Limits(100, Duration.ZERO));
        SettleOrders.Run run = orders.takeOver().toCompletableFuture().join();
        while (run.step().toCompletableFuture().join() > 0) {}
        var _ = run.close().toCompletableFuture().join();
    }

    private void settled(Settlement batch) {
        settlement.settled(batch);
        var _ = changes.placed(batch.settled());
    }

    private long nanoTime() {
        return TimeUnit.MILLISECONDS.toNanos(clock.millis());
    }

    private CompletionStage<Void> closeAdapters() {
        closed.incrementAndGet();
        return CompletableFuture.completedStage(null);
    }

    /** A capability is a method of its own here, and a line. */
    private EventLoopApi api() {
        List<Routes> routes = Stream.of(
                        List.of(
                                permissions(),
                                new AuditRoutes(share, auditTrail),
                                orders(),
                                deadLetters(),
                                locks(),
                                caches(),
                                health()),
                        account(),
                        shops(),
                        flashSales(),
                        lifecycle(),
                        List.of(
                                vouchers(),
                                waitlist(),
                                waitingRoom(),
                                follow(),
                                checkIn(),
                                profile(),
                                visitors(),
                                pictures()),
                        notes())
                .flatMap(List::stream)
                .toList();
        return new EventLoopApi(
                new CheckSession(
                        new WatchedSessions(sessions, sessionReads),
                        ledger,
                        SessionPolicy.DEFAULT,
                        clock,
                        (_, _) -> {}),
                new LogOut(sessions, ledger, SessionEvents.NONE, clock),
                routes);
    }

    private Routes permissions() {
        InMemoryPermissions permissions = new InMemoryPermissions(users, shops);
        return new PermissionRoutes(
                new ChangeRole(permissions, ledger, sessions, trusted, clock, random),
                new AssignShops(permissions),
                share.config().phones());
    }

    private List<Routes> account() {
        CodeDigests digests = new CodeDigests("codes".getBytes(StandardCharsets.UTF_8));
        InMemoryLoginCodes codes = new InMemoryLoginCodes(clock, codesPerAddress);
        LogOut logOut = new LogOut(sessions, ledger, trusted, clock);
        ManageSessions manageSessions = new ManageSessions(ledger, logOut, clock);
        InMemoryPasswords passwords = new InMemoryPasswords(users);
        InMemoryPasswordTries tries = new InMemoryPasswordTries(_ -> false, clock);
        PlainHasher hasher = new PlainHasher();
        LogIn logIn = new LogIn(
                codes,
                digests,
                users,
                ledger,
                sessions,
                new SecondFactor(true, new InMemoryTotpSecrets(users), clock),
                SessionPolicy.DEFAULT,
                clock,
                random);
        return new AccountApi(share)
                .routes(
                        new RequestLoginCode(codes, digests, this::sms, random),
                        logIn,
                        new LogInByPassword(logIn, passwords, hasher, tries, logOut, (_, _) -> {}),
                        new ChangePassword(passwords, hasher, tries, manageSessions, clock),
                        users,
                        new FindUserCard(userCards()),
                        manageSessions);
    }

    private ReadThrough<UserId, UserCard> userCards() {
        return Readers.of(cardCache, id -> FindUserCard.load(users, id), (_, _) -> {}, clock, timers);
    }

    private Routes profile() {
        InMemoryProfiles profiles = new InMemoryProfiles(users);
        return new ProfileRoutes(
                share,
                new FindProfile(profiles, follows),
                new EditProfile(profiles, this::invalidateCard, clock, ZONE, random));
    }

    private CompletionStage<Void> invalidateCard(CacheChange change) {
        return cardCache.invalidate(new UserId(Long.parseLong(change.key()))).thenAccept(_ -> {});
    }

    private Routes visitors() {
        return new VisitorRoutes(visitCounts);
    }

    /** One iteration of the job. */
    void countVisits() {
        new CountVisits(share.visits().buffer(), visitCounts)
                .flush()
                .toCompletableFuture()
                .join();
    }

    private Routes follow() {
        InMemoryFollowSets sets = new InMemoryFollowSets();
        return new FollowRoutes(
                share,
                new FollowUsers(follows, sets, MAX_FOLLOWED, (_, _) -> {}),
                new FindFollows(follows, new FindCommonFollows(follows, sets), new FindUserCard(userCards())));
    }

    private Routes checkIn() {
        return new CheckInRoutes(new CheckIn(
                new InMemoryCheckIns(),
                new InMemoryCheckInBitmaps(),
                new CheckIn.Limits(1, 30),
                clock,
                ZONE,
                (_, _) -> {}));
    }

    private List<Routes> shops() {
        Cache<String, List<ShopType>> types = Readers.cache(clock);
        ShopCache cached = Readers.shops(shopCache, id -> shopReads.before(() -> shops.find(id)), clock, timers);
        FindShop find = new FindShop(
                cached, Readers.of(types, _ -> shops.findTypes().thenApply(Optional::of), (_, _) -> {}, clock, timers));
        ListShops list = new ListShops(
                page -> shops.pageOfType(page.type(), page.order(), page.offset(), ListShops.PAGE_SIZE)
                        .thenApply(this::just),
                shops::pageByName,
                this::searchNearby,
                cached,
                _ -> CompletableFuture.completedStage(just(true)),
                clock);
        return new ShopApi(share, Duration.ZERO, Duration.ofSeconds(60))
                .routes(
                        find,
                        list,
                        new CreateShop(shops, cached),
                        new UpdateShop(shops, ownership, cached),
                        new ManageShopTypes(
                                shops,
                                shops,
                                change -> types.invalidate(change.key()).thenAccept(_ -> {})));
    }

    private Routes vouchers() {
        return new VoucherApi(share, Duration.ZERO)
                .routes(
                        new CreateVoucher(orderLedger.voucherRepository(), ownership, this::invalidate),
                        new ListVouchers(
                                Readers.of(
                                        voucherCache,
                                        shop -> orderLedger.onSaleIn(shop).thenApply(Optional::of),
                                        (_, _) -> {},
                                        clock,
                                        timers),
                                new LiveStock(
                                        _ -> CompletableFuture.completedStage(OptionalLong.empty()),
                                        Duration.ofMillis(200),
                                        timers)));
    }

    private List<Routes> flashSales() {
        FlashSaleApi api = new FlashSaleApi(share);
        return List.of(
                api.sales(new CreateFlashSale(
                        orderLedger, ownership, this::invalidate, preparation, () -> Shard.FIRST, clock)),
                api.purchases(
                        new PlaceFlashOrder(
                                directory,
                                () -> idDraws.before(ids::next),
                                new AdmitBuyers(
                                        queue,
                                        epochs,
                                        timers,
                                        random,
                                        new AdmitBuyers.Limits(1, 256, 20_000),
                                        GroupCommit.Meter.NONE),
                                preparation,
                                soldOut,
                                settlement,
                                timers,
                                paths,
                                new UsePass(rooms, roomRecords, roomOpening, ROOM_TOKENS, queue, epochs)),
                        new FindPurchaseOutcome(directory, epochs, queue, orderLedger, orderLedger),
                        NUMBERS),
                api.paths(paths),
                api.operations(
                        new ListShards(Set.of(Shard.FIRST), orderLedger, queue, stalled),
                        new PauseSale(orderLedger, preparation, queue),
                        new RestockSale(orderLedger, queue, epochs, preparation, ids)));
    }

    private Routes waitingRoom() {
        return new WaitingRoomRoutes(
                share,
                new JoinWaitingRoom(directory, rooms, roomOpening, ROOM_TOKENS, soldOut::isSoldOut),
                new RevokeTicket(directory, rooms, roomRecords));
    }

    private Routes waitlist() {
        return new WaitlistRoutes(share, new JoinWaitlist(directory, waitlist, queue, queue, epochs, preparation, ids));
    }

    /** One iteration of the job. */
    void offerUnits() {
        new OfferUnits(waitlist, queue, queue, epochs, preparation)
                .offer()
                .toCompletableFuture()
                .join();
    }

    private Routes pictures() {
        return new PictureApi(share, vertx, pictures.folder)
                .routes(new UploadPicture(
                        pictures::encode,
                        pictures.owners,
                        pictures,
                        new FairQueue<>(new Bulkhead(1, 16), Duration.ofSeconds(30), timers),
                        random,
                        PICTURES_A_DAY));
    }

    private List<Routes> notes() {
        Cache<NoteId, Note> noteCache = Readers.cache(clock);
        ReadThrough<NoteId, Note> reader = Readers.of(
                noteCache, id -> ShowNotes.load(notes, NoteRoutes::safeHtml, id), (_, _) -> {}, clock, timers);
        FindUserCard cards = new FindUserCard(
                Readers.of(Readers.cache(clock), id -> FindUserCard.load(users, id), (_, _) -> {}, clock, timers));
        FeedPlaces feed = new StoredFeed(follows, notes, timers);
        SeenPlaces seen = new WatchedSeenPlaces(new InMemorySeenPlaces(), seenReads);
        CountUnread unread = new CountUnread(feed, feed, notes, seen);
        ReadLikes reading = new ReadLikes(likes, likeSets, random);
        ShowNotes show = new ShowNotes(
                reader,
                new NoteLists(
                        offset -> notes.mostLiked(offset, ShowNotes.PAGE_SIZE).thenApply(this::just),
                        period -> likes.mostLikedWithin(period.length(), ShowNotes.MAX_RANKED)
                                .thenApply(this::just)),
                notes,
                cards,
                reading,
                clock);
        Invalidation invalidation = change ->
                noteCache.invalidate(new NoteId(Long.parseLong(change.key()))).thenAccept(_ -> {});
        return List.of(
                new NoteListRoutes(share, show),
                new NoteRoutes(share, show, new PublishNote(notes, invalidation)),
                new FeedRoutes(share, new ReadFeed(feed, feed, seen, show, unreadApi, (_, _) -> {}), unread, clock),
                unreadApi.routes(unread),
                new LikeRoutes(
                        share, new LikeNote(likes, likeSets, (_, _) -> {}), new ListLikers(reader, reading, cards)),
                new CommentRoutes(share, new WriteComment(comments, invalidation), new ListComments(comments, cards)));
    }

    private Routes orders() {
        return new OrderRoutes(share, new FindOrder(Set.of(Shard.FIRST), epochs, queue, orderLedger), NUMBERS);
    }

    private List<Routes> lifecycle() {
        return List.of(
                new LifecycleRoutes(
                        share,
                        new BuyVoucher(orderLife, changes, ids),
                        new CancelOrder(orderLife, changes, releases()),
                        new RedeemOrder(orderLedger, orderLedger.voucherRepository(), ownership, orderLife, changes),
                        idempotencyKeys,
                        NUMBERS),
                noticeApi.routes(),
                new HistoryRoutes(
                        new FindOrderHistory(
                                this::history,
                                Optional.of(queue),
                                Optional.of(orderLists),
                                epochs,
                                () -> Set.of(Shard.FIRST)),
                        share.times()),
                new OrderListRoutes(share, orderLists.listing(orderLife), NUMBERS),
                new PaymentRoutes(
                        share,
                        new PayOrder(orderLife, gateway, outcomes, revive(), ids),
                        new RefundOrder(orderLife, changes, releases()),
                        new ReceiveNotification(orderLife, gateway, outcomes),
                        idempotencyKeys));
    }

    FinishPayments finishPayments() {
        return new FinishPayments(orderLife, orderLife, gateway, outcomes, changes, Duration.ZERO);
    }

    ReviveOrders revive() {
        return new ReviveOrders(orderLife, new ReserveUnits(queue, epochs, preparation), releases(), changes);
    }

    private CompletionStage<StoredHistory.Known> history(OrderId id) {
        List<HistoryEntry> events = orderLife.eventsOf(id).stream()
                .map(event -> new HistoryEntry(clock.instant(), HistoryEntry.Source.EVENT, event))
                .toList();
        return CompletableFuture.completedStage(new StoredHistory.Known(events, Optional.empty(), Optional.empty()));
    }

    private ReleaseUnits releases() {
        return new ReleaseUnits(orderLedger, queue, epochs, preparation);
    }

    private Routes deadLetters() {
        return new DeadLetterRoutes(new ManageDeadLetters(
                Set.of(Shard.FIRST), orderLedger, WholeQueue.ports(queue), epochs, preparation::restore));
    }

    private Routes locks() {
        return new LockRoutes(share, lockTable, new ForceUnlock(lockTable, lockTable));
    }

    private Routes caches() {
        return new CacheRoutes(new ManageCaches(List.of(managedShops)));
    }

    private Routes health() {
        return new HealthRoutes(
                vertx,
                share,
                Map.of(
                        "redis", () -> CompletableFuture.completedStage(null),
                        "mysql", () -> probe.before(() -> CompletableFuture.completedStage(null))),
                Map.of("settlement", () -> stalled.all().isEmpty() ? "UP" : "STALLED"));
    }

    private CompletionStage<Void> invalidate(CacheChange change) {
        return voucherCache.invalidate(new ShopId(Long.parseLong(change.key()))).thenAccept(_ -> {});
    }

    /** Read at this moment. */
    <V> ReadResult<V> just(V value) {
        return new ReadResult<>(Optional.of(value), clock.instant(), false);
    }

    private CompletionStage<ReadResult<NearbyPage<ShopId>>> searchNearby(
            long typeId, Position from, long offset, int size, OptionalLong upTo) {
        return nearby.search(typeId, from, offset, size, upTo);
    }

    private CompletionStage<Void> sms(PhoneNumber phone, String code) {
        sent.put(phone, code);
        return CompletableFuture.completedStage(null);
    }

    int port() {
        return verticle.port();
    }

    void undeploy() {
        try {
            vertx.undeploy(deployment).await(60, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError(e);
        }
    }
}
