package io.nightmarket.http;

import io.nightmarket.domain.account.ChangePassword;
import io.nightmarket.domain.account.CheckSession;
import io.nightmarket.domain.account.CodeDigests;
import io.nightmarket.domain.account.FindUserCard;
import io.nightmarket.domain.account.LogIn;
import io.nightmarket.domain.account.LogInByPassword;
import io.nightmarket.domain.account.LogOut;
import io.nightmarket.domain.account.ManageSessions;
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
import io.nightmarket.domain.base.BatchMeter;
import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.base.FairQueue;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.Invalidation;
import io.nightmarket.domain.cache.ManageCaches;
import io.nightmarket.domain.cache.ReadThrough;
import io.nightmarket.domain.checkin.CheckIn;
import io.nightmarket.domain.feed.CountUnread;
import io.nightmarket.domain.feed.FeedPlaces;
import io.nightmarket.domain.feed.ReadFeed;
import io.nightmarket.domain.feed.SeenPlaces;
import io.nightmarket.domain.feed.StoredFeed;
import io.nightmarket.domain.follow.FindCommonFollows;
import io.nightmarket.domain.follow.FindFollows;
import io.nightmarket.domain.follow.FollowUsers;
import io.nightmarket.domain.listing.ListRows;
import io.nightmarket.domain.listing.StaffAccess;
import io.nightmarket.domain.lock.ForceUnlock;
import io.nightmarket.domain.memory.InMemoryCheckInBitmaps;
import io.nightmarket.domain.memory.InMemoryCheckIns;
import io.nightmarket.domain.memory.InMemoryFollowSets;
import io.nightmarket.domain.memory.InMemoryLoginCodes;
import io.nightmarket.domain.memory.InMemoryModeration;
import io.nightmarket.domain.memory.InMemoryOutbox;
import io.nightmarket.domain.memory.InMemoryPasswordTries;
import io.nightmarket.domain.memory.InMemoryPasswords;
import io.nightmarket.domain.memory.InMemoryPermissions;
import io.nightmarket.domain.memory.InMemoryProfiles;
import io.nightmarket.domain.memory.InMemorySeenPlaces;
import io.nightmarket.domain.memory.InMemoryShopStaff;
import io.nightmarket.domain.memory.InMemoryTotpSecrets;
import io.nightmarket.domain.memory.InMemoryWebhooks;
import io.nightmarket.domain.memory.PlainHasher;
import io.nightmarket.domain.memory.Readers;
import io.nightmarket.domain.moderation.ManageUsers;
import io.nightmarket.domain.moderation.ModerateContent;
import io.nightmarket.domain.node.ListNodes;
import io.nightmarket.domain.note.LikeNote;
import io.nightmarket.domain.note.ListComments;
import io.nightmarket.domain.note.ListLikers;
import io.nightmarket.domain.note.Note;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.note.PublishNote;
import io.nightmarket.domain.note.ReadLikes;
import io.nightmarket.domain.note.ShowNotes;
import io.nightmarket.domain.note.UploadPicture;
import io.nightmarket.domain.note.WriteComment;
import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.domain.order.calloff.FindCallOff;
import io.nightmarket.domain.order.history.FindOrderHistory;
import io.nightmarket.domain.order.lifecycle.BuyVoucher;
import io.nightmarket.domain.order.lifecycle.CancelOrder;
import io.nightmarket.domain.order.lifecycle.RedeemOrder;
import io.nightmarket.domain.order.payment.PayOrder;
import io.nightmarket.domain.order.payment.ReceiveNotification;
import io.nightmarket.domain.order.payment.RefundOrder;
import io.nightmarket.domain.sale.BuyerSignatures;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.admission.AdmitBuyers;
import io.nightmarket.domain.sale.admission.FindPurchaseOutcome;
import io.nightmarket.domain.sale.admission.PlaceFlashOrder;
import io.nightmarket.domain.sale.admission.PurchasePaths;
import io.nightmarket.domain.sale.admission.SaleRequests;
import io.nightmarket.domain.sale.operation.ChangeSale;
import io.nightmarket.domain.sale.operation.CreateFlashSale;
import io.nightmarket.domain.sale.operation.ManageDeadLetters;
import io.nightmarket.domain.sale.operation.PlanSales;
import io.nightmarket.domain.sale.operation.RestockSale;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.sale.settlement.FindOrder;
import io.nightmarket.domain.sale.settlement.ListShards;
import io.nightmarket.domain.sale.waiting.JoinWaitingRoom;
import io.nightmarket.domain.sale.waiting.JoinWaitlist;
import io.nightmarket.domain.sale.waiting.RevokeTicket;
import io.nightmarket.domain.sale.waiting.RoomTokens;
import io.nightmarket.domain.sale.waiting.UsePass;
import io.nightmarket.domain.shop.AppointStaff;
import io.nightmarket.domain.shop.CreateShop;
import io.nightmarket.domain.shop.CreateVoucher;
import io.nightmarket.domain.shop.FindShopTypes;
import io.nightmarket.domain.shop.ListShops;
import io.nightmarket.domain.shop.ListVouchers;
import io.nightmarket.domain.shop.LiveStock;
import io.nightmarket.domain.shop.ManageShopTypes;
import io.nightmarket.domain.shop.ShopCache;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopOwnership;
import io.nightmarket.domain.shop.ShopType;
import io.nightmarket.domain.shop.UpdateShop;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.http.account.AccountRoutes;
import io.nightmarket.http.account.PasswordRoutes;
import io.nightmarket.http.account.SessionRoutes;
import io.nightmarket.http.account.permission.PermissionRoutes;
import io.nightmarket.http.account.profile.ProfileRoutes;
import io.nightmarket.http.audit.AuditRoutes;
import io.nightmarket.http.cache.CacheRoutes;
import io.nightmarket.http.checkin.CheckInRoutes;
import io.nightmarket.http.feed.FeedRoutes;
import io.nightmarket.http.feed.UnreadApi;
import io.nightmarket.http.follow.FollowRoutes;
import io.nightmarket.http.listing.ListRoutes;
import io.nightmarket.http.listing.SaleReportRoutes;
import io.nightmarket.http.lock.LockRoutes;
import io.nightmarket.http.moderation.ManagedUserRoutes;
import io.nightmarket.http.moderation.ModerationRoutes;
import io.nightmarket.http.node.NodeRoutes;
import io.nightmarket.http.note.CommentRoutes;
import io.nightmarket.http.note.LikeRoutes;
import io.nightmarket.http.note.NoteListRoutes;
import io.nightmarket.http.note.NoteRoutes;
import io.nightmarket.http.note.PictureRoutes;
import io.nightmarket.http.order.OrderRoutes;
import io.nightmarket.http.order.calloff.CallOffRoutes;
import io.nightmarket.http.order.history.HistoryRoutes;
import io.nightmarket.http.order.lifecycle.LifecycleRoutes;
import io.nightmarket.http.order.list.OrderListRoutes;
import io.nightmarket.http.order.notice.NoticeRoutes;
import io.nightmarket.http.order.outbox.EventRoutes;
import io.nightmarket.http.order.payment.PaymentRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.http.sale.DeadLetterRoutes;
import io.nightmarket.http.sale.FlashSaleRoutes;
import io.nightmarket.http.sale.PlannedSaleRoutes;
import io.nightmarket.http.sale.PurchasePathRoutes;
import io.nightmarket.http.sale.SaleOperationRoutes;
import io.nightmarket.http.sale.SaleRoutes;
import io.nightmarket.http.sale.waiting.WaitingRoomRoutes;
import io.nightmarket.http.sale.waiting.WaitlistRoutes;
import io.nightmarket.http.session.TrustedSessions;
import io.nightmarket.http.shop.ShopDetailRoutes;
import io.nightmarket.http.shop.ShopListRoutes;
import io.nightmarket.http.shop.ShopRoutes;
import io.nightmarket.http.shop.ShopStaffRoutes;
import io.nightmarket.http.shop.ShopTypeRoutes;
import io.nightmarket.http.shop.VoucherRoutes;
import io.nightmarket.http.site.HealthRoutes;
import io.nightmarket.http.visitor.VisitorRoutes;
import io.vertx.core.Vertx;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** The use cases and routes of a node of tests, over its {@link TestStores}. */
abstract class TestRoutes extends TestStores {
    static final byte[][] SECRET = {"0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.UTF_8)};
    static final OrderNumbers NUMBERS = new OrderNumbers(SECRET[0]);
    private static final RoomTokens ROOM_TOKENS = new RoomTokens(new BuyerSignatures(SECRET[0]));
    final Vertx vertx;
    final SharedHttpState share;
    final TrustedSessions trusted;
    final NoticeRoutes noticeRoutes;
    final UnreadApi unreadRoutes;
    /** How long each task of an event loop seems to take. */
    volatile Duration busy = Duration.ZERO;

    /** Stands still, but for what a test has the loop be late by. */
    final AtomicLong loopTime = new AtomicLong();

    final SaleRequests requests = new SaleRequests(clock);
    /** Operation and outcome of each request. */
    final List<String> measured = new CopyOnWriteArrayList<>();

    private final int codesPerAddress;
    private final ShopOwnership ownership = new ShopOwnership(shops);
    private final PurchasePaths paths = new PurchasePaths(directory, new BuyerSignatures(SECRET[0]), clock);

    TestRoutes(Vertx vertx, HttpConfig config, int codesPerAddress) {
        this.vertx = vertx;
        this.codesPerAddress = codesPerAddress;
        share = new SharedHttpState(
                config,
                SECRET,
                auditTrail,
                clock,
                () -> TimeUnit.MILLISECONDS.toNanos(clock.millis()),
                new Overload(() -> loopTime.addAndGet(busy.toNanos())),
                random,
                operation -> (outcome, _) -> measured.add(operation + ' ' + outcome));
        noticeRoutes =
                new NoticeRoutes(share, new WatchedNotices(orderLife, noticeReads), vertx, Duration.ofMillis(320));
        unreadRoutes = new UnreadApi(share, vertx, Duration.ofMillis(320), Duration.ofMillis(1600));
        trusted = share.trusted();
    }

    /** A capability is a method of its own here, and a line. */
    EventLoopApi api() {
        List<Routes> routes = Stream.of(
                        List.of(
                                permissions(),
                                new AuditRoutes(share, auditTrail),
                                new EventRoutes(
                                        share,
                                        new InMemoryOutbox(),
                                        new InMemoryWebhooks(clock),
                                        NUMBERS,
                                        url -> url.startsWith("https://"),
                                        new Random(1)),
                                orders(),
                                deadLetters(),
                                nodes(),
                                locks(),
                                caches(),
                                health()),
                        account(),
                        shops(),
                        flashSales(),
                        lifecycle(),
                        lists(),
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
        return List.of(
                new AccountRoutes(
                        share,
                        new RequestLoginCode(codes, digests, users::isBanned, this::sms, random),
                        logIn,
                        new LogInByPassword(logIn, passwords, hasher, tries, logOut, (_, _) -> {}),
                        users,
                        new FindUserCard(userCards())),
                new PasswordRoutes(share, new ChangePassword(passwords, hasher, tries, manageSessions, clock)),
                new SessionRoutes(share, manageSessions),
                new ManagedUserRoutes(share, new ManageUsers(managedUsers, manageSessions, this::invalidateCard)));
    }

    private ReadThrough<UserId, UserCard> userCards() {
        return Readers.of(cardCache, id -> FindUserCard.load(users, id), (_, _) -> {}, clock, timers);
    }

    private Routes profile() {
        InMemoryProfiles profiles = new InMemoryProfiles(users);
        return new ProfileRoutes(
                share,
                new FindProfile(profiles, follows),
                new EditProfile(profiles, this::invalidateCard, clock, TestConfig.ZONE, random));
    }

    private CompletionStage<Void> invalidateCard(CacheChange change) {
        return cardCache.invalidate(new UserId(Long.parseLong(change.key()))).thenAccept(_ -> {});
    }

    private Routes visitors() {
        return new VisitorRoutes(visitCounts);
    }

    /** One iteration of the job. */
    void countVisits() {
        share.visitBuffer().flush(visitCounts).toCompletableFuture().join();
    }

    private Routes follow() {
        InMemoryFollowSets sets = new InMemoryFollowSets();
        return new FollowRoutes(
                share,
                new FollowUsers(follows, sets, MAX_FOLLOWED, (_, _) -> {}),
                new FindFollows(
                        follows,
                        new FindCommonFollows(follows, sets, (_, _) -> {}, timers, random),
                        new FindUserCard(userCards())));
    }

    private Routes checkIn() {
        return new CheckInRoutes(new CheckIn(
                new InMemoryCheckIns(),
                new InMemoryCheckInBitmaps(),
                new CheckIn.Limits(1, 30),
                clock,
                TestConfig.ZONE,
                (_, _) -> {}));
    }

    private List<Routes> shops() {
        Cache<String, List<ShopType>> types = Readers.cache(clock);
        ShopCache cached = Readers.shops(shopCache, id -> shopReads.before(() -> shops.find(id)), clock, timers);
        FindShopTypes find = new FindShopTypes(
                Readers.of(types, _ -> shops.findTypes().thenApply(Optional::of), (_, _) -> {}, clock, timers));
        ListShops list = new ListShops(
                page -> shops.pageOfType(page.type(), page.order(), page.offset(), ListShops.PAGE_SIZE)
                        .thenApply(this::just),
                shops::pageByName,
                this::searchNearby,
                cached,
                _ -> CompletableFuture.completedStage(just(true)),
                clock);
        return List.of(
                new ShopDetailRoutes(share, cached, find, Duration.ZERO, Duration.ofSeconds(60)),
                new ShopTypeRoutes(
                        share,
                        find,
                        new ManageShopTypes(
                                shops,
                                shops,
                                change -> types.invalidate(change.key()).thenAccept(_ -> {}))),
                new ShopListRoutes(share, list),
                new ShopRoutes(new CreateShop(shops, cached), new UpdateShop(shops, ownership, cached)),
                new ShopStaffRoutes(
                        share, new AppointStaff(new InMemoryShopStaff(users, shops, auditTrail), ownership)));
    }

    private Routes vouchers() {
        return new VoucherRoutes(
                share,
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
                                timers)),
                orderLedger.voucherRepository(),
                Duration.ZERO);
    }

    private List<Routes> flashSales() {
        return List.of(
                new FlashSaleRoutes(creating()),
                new PlannedSaleRoutes(
                        share,
                        new PlanSales(
                                orderLedger.saleChanges(),
                                orderLedger,
                                queue,
                                ownership,
                                changing(),
                                creating(),
                                clock),
                        clock),
                new SaleRoutes(
                        share,
                        new PlaceFlashOrder(
                                directory,
                                () -> idDraws.before(ids::next),
                                new AdmitBuyers(admitting(), epochs, timers, random, 1, 256, BatchMeter.NONE),
                                preparation,
                                soldOut,
                                settlement,
                                timers,
                                paths,
                                new UsePass(rooms, roomRecords, roomOpening, ROOM_TOKENS, queue, epochs),
                                requests),
                        new FindPurchaseOutcome(directory, epochs, queue, orderLedger, orderLedger),
                        NUMBERS,
                        requests),
                new PurchasePathRoutes(share, paths),
                new SaleOperationRoutes(
                        share,
                        new ListShards(Set.of(Shard.FIRST), orderLedger, queue, stalled),
                        changing(),
                        new RestockSale(orderLedger, queue, epochs, preparation, ids)));
    }

    private CreateFlashSale creating() {
        return new CreateFlashSale(orderLedger, ownership, this::invalidate, preparation, () -> Shard.FIRST, clock);
    }

    private ChangeSale changing() {
        return new ChangeSale(
                orderLedger.saleChanges(),
                orderLedger,
                queue,
                epochs,
                preparation,
                this::invalidate,
                sale -> directory.changed(sale.voucher(), sale.version()));
    }

    /** A queue whose admissions a test can make fail. */
    @SuppressWarnings("unchecked")
    private OrderQueue admitting() {
        return (OrderQueue) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {OrderQueue.class},
                (_, method, arguments) -> method.getName().equals("admit")
                        ? admissions.before(() -> queue.admit(
                                (Epoch) arguments[0], (VoucherId) arguments[1], (List<AdmissionRequest>) arguments[2]))
                        : method.invoke(queue, arguments));
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

    private Routes pictures() {
        return new PictureRoutes(
                share,
                vertx,
                pictures.folder,
                new UploadPicture(
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
        ReadLikes reading = new ReadLikes(likes, likeSets, (_, _) -> {}, timers, random);
        ShowNotes show = new ShowNotes(
                reader,
                offset -> notes.mostLiked(offset, ShowNotes.PAGE_SIZE).thenApply(this::just),
                period -> likes.mostLikedWithin(period.length(), ShowNotes.MAX_RANKED)
                        .thenApply(this::just),
                notes,
                cards,
                reading,
                clock);
        Invalidation invalidation = change ->
                noteCache.invalidate(new NoteId(Long.parseLong(change.key()))).thenAccept(_ -> {});
        return List.of(
                new NoteListRoutes(share, show),
                new NoteRoutes(share, show, new PublishNote(notes, invalidation)),
                new FeedRoutes(share, new ReadFeed(feed, feed, seen, show, unreadRoutes, (_, _) -> {}), unread, clock),
                unreadRoutes.routes(unread),
                new LikeRoutes(
                        share, new LikeNote(likes, likeSets, (_, _) -> {}), new ListLikers(reader, reading, cards)),
                new CommentRoutes(share, new WriteComment(comments, invalidation), new ListComments(comments, cards)),
                new ModerationRoutes(
                        share,
                        new ModerateContent(new InMemoryModeration(notes, comments, auditTrail, clock), invalidation)));
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
                noticeRoutes,
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
                        new PayOrder(orderLife, gateway, outcomes, latePayments(), ids),
                        new RefundOrder(orderLife, changes, releases()),
                        new ReceiveNotification(orderLife, gateway, outcomes),
                        idempotencyKeys,
                        NUMBERS),
                new CallOffRoutes(
                        share, callOffSale(), new FindCallOff(callOffs, orderLedger.voucherRepository(), ownership)));
    }

    private Routes deadLetters() {
        return new DeadLetterRoutes(new ManageDeadLetters(
                Set.of(Shard.FIRST), orderLedger, WholeQueue.ports(queue), epochs, preparation::restore));
    }

    private List<Routes> lists() {
        StaffAccess access = new StaffAccess(shops, orderLedger.voucherRepository());
        return List.of(
                new ListRoutes(share, watchedRows(), access, NUMBERS),
                new SaleReportRoutes(share, saleReports, access));
    }

    /** Rows whose pages a test can make hang. */
    private ListRows watchedRows() {
        return new ListRows() {
            @Override
            public CompletionStage<Page> page(Selection query, Optional<Place> after, int size) {
                return listReads.before(() -> listRows.page(query, after, size));
            }

            @Override
            public CompletionStage<Count> count(Selection query) {
                return listRows.count(query);
            }
        };
    }

    private Routes nodes() {
        return new NodeRoutes(share, new ListNodes(runningNodes, lockTable), Map.of("token.secret", "***"));
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
}
