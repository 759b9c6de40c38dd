package io.nightmarket.mysql;

import io.nightmarket.domain.account.Passwords;
import io.nightmarket.domain.account.SessionLedger;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.TotpSecrets;
import io.nightmarket.domain.account.UserRepository;
import io.nightmarket.domain.account.permission.Permissions;
import io.nightmarket.domain.account.profile.Profiles;
import io.nightmarket.domain.audit.AuditTrail;
import io.nightmarket.domain.cache.CacheChanges;
import io.nightmarket.domain.checkin.CheckIns;
import io.nightmarket.domain.feed.FeedOutbox;
import io.nightmarket.domain.feed.NotesOfAuthors;
import io.nightmarket.domain.feed.PulledAuthors;
import io.nightmarket.domain.feed.SeenPlaces;
import io.nightmarket.domain.follow.Follows;
import io.nightmarket.domain.id.IdSegments;
import io.nightmarket.domain.listing.ListRows;
import io.nightmarket.domain.listing.SaleReports;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LockEvents;
import io.nightmarket.domain.lock.LockTable;
import io.nightmarket.domain.moderation.ManagedUsers;
import io.nightmarket.domain.moderation.Moderation;
import io.nightmarket.domain.node.Marks;
import io.nightmarket.domain.node.RunningNodes;
import io.nightmarket.domain.note.CommentRepository;
import io.nightmarket.domain.note.LikeLedger;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.note.PictureLedger;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.order.calloff.CallOffs;
import io.nightmarket.domain.order.history.StoredHistory;
import io.nightmarket.domain.order.lifecycle.IdempotencyKeys;
import io.nightmarket.domain.order.lifecycle.OrderTransitions;
import io.nightmarket.domain.order.lifecycle.OrdinaryOrders;
import io.nightmarket.domain.order.list.OrderPages;
import io.nightmarket.domain.order.list.RecentOrders;
import io.nightmarket.domain.order.notice.OrderNotices;
import io.nightmarket.domain.order.outbox.OrderOutbox;
import io.nightmarket.domain.order.outbox.Webhooks;
import io.nightmarket.domain.order.payment.LatePayments;
import io.nightmarket.domain.order.payment.PaymentLedger;
import io.nightmarket.domain.order.payment.PaymentNotifications;
import io.nightmarket.domain.order.payment.Refunds;
import io.nightmarket.domain.order.payment.SandboxCharges;
import io.nightmarket.domain.order.payment.UnfinishedPayments;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.admission.SaleMinutes;
import io.nightmarket.domain.sale.operation.DeadLetters;
import io.nightmarket.domain.sale.operation.SaleChanges;
import io.nightmarket.domain.sale.operation.StockAdjustments;
import io.nightmarket.domain.sale.operation.UnsettledOrders;
import io.nightmarket.domain.sale.queue.QueuePorts;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.settlement.PendingReleases;
import io.nightmarket.domain.sale.waiting.RoomRecords;
import io.nightmarket.domain.sale.waiting.Waitlist;
import io.nightmarket.domain.shop.ShopCoordinatesReader;
import io.nightmarket.domain.shop.ShopGeoSearch;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopStaff;
import io.nightmarket.domain.shop.ShopTypes;
import io.nightmarket.domain.shop.VoucherRepository;
import io.nightmarket.mysql.account.LastSeenBuffer;
import io.nightmarket.mysql.account.MySqlPasswords;
import io.nightmarket.mysql.account.MySqlPermissions;
import io.nightmarket.mysql.account.MySqlSessionLedger;
import io.nightmarket.mysql.account.MySqlTotpSecrets;
import io.nightmarket.mysql.account.MySqlUsers;
import io.nightmarket.mysql.account.profile.MySqlProfiles;
import io.nightmarket.mysql.audit.MySqlAuditTrail;
import io.nightmarket.mysql.cache.MySqlCacheChanges;
import io.nightmarket.mysql.checkin.MySqlCheckIns;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Databases;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.mysql.feed.MySqlFeedOutbox;
import io.nightmarket.mysql.feed.MySqlNotesOfAuthors;
import io.nightmarket.mysql.feed.MySqlPulledAuthors;
import io.nightmarket.mysql.feed.MySqlSeenPlaces;
import io.nightmarket.mysql.follow.MySqlFollows;
import io.nightmarket.mysql.id.MySqlIdSegments;
import io.nightmarket.mysql.listing.MySqlListRows;
import io.nightmarket.mysql.listing.MySqlSaleReports;
import io.nightmarket.mysql.lock.MySqlLeases;
import io.nightmarket.mysql.lock.MySqlLockTable;
import io.nightmarket.mysql.moderation.MySqlManagedUsers;
import io.nightmarket.mysql.moderation.MySqlModeration;
import io.nightmarket.mysql.node.MySqlMarks;
import io.nightmarket.mysql.node.MySqlRunningNodes;
import io.nightmarket.mysql.note.MySqlComments;
import io.nightmarket.mysql.note.MySqlLikes;
import io.nightmarket.mysql.note.MySqlNotes;
import io.nightmarket.mysql.note.MySqlPictures;
import io.nightmarket.mysql.order.MySqlOrders;
import io.nightmarket.mysql.order.calloff.MySqlCallOffs;
import io.nightmarket.mysql.order.history.MySqlStoredHistory;
import io.nightmarket.mysql.order.lifecycle.MySqlIdempotencyKeys;
import io.nightmarket.mysql.order.lifecycle.MySqlOrderTransitions;
import io.nightmarket.mysql.order.lifecycle.MySqlOrdinaryOrders;
import io.nightmarket.mysql.order.list.MySqlOrderPages;
import io.nightmarket.mysql.order.list.MySqlRecentOrders;
import io.nightmarket.mysql.order.notice.MySqlOrderNotices;
import io.nightmarket.mysql.order.outbox.MySqlOrderOutbox;
import io.nightmarket.mysql.order.outbox.MySqlWebhooks;
import io.nightmarket.mysql.order.payment.MySqlLatePayments;
import io.nightmarket.mysql.order.payment.MySqlPaymentLedger;
import io.nightmarket.mysql.order.payment.MySqlPaymentNotifications;
import io.nightmarket.mysql.order.payment.MySqlRefunds;
import io.nightmarket.mysql.order.payment.MySqlSandboxCharges;
import io.nightmarket.mysql.order.payment.MySqlUnfinishedPayments;
import io.nightmarket.mysql.sale.MySqlFlashSales;
import io.nightmarket.mysql.sale.MySqlSaleChanges;
import io.nightmarket.mysql.sale.MySqlSaleMinutes;
import io.nightmarket.mysql.sale.MySqlStockAdjustments;
import io.nightmarket.mysql.sale.MySqlUnsettledOrders;
import io.nightmarket.mysql.sale.queue.MySqlOrderQueue;
import io.nightmarket.mysql.sale.queue.QueueTables;
import io.nightmarket.mysql.sale.settlement.MySqlDeadLetters;
import io.nightmarket.mysql.sale.settlement.MySqlOrderLedger;
import io.nightmarket.mysql.sale.settlement.MySqlPendingReleases;
import io.nightmarket.mysql.sale.waiting.MySqlRoomRecords;
import io.nightmarket.mysql.sale.waiting.MySqlWaitlist;
import io.nightmarket.mysql.shop.MySqlShopCoordinates;
import io.nightmarket.mysql.shop.MySqlShopGeoSearch;
import io.nightmarket.mysql.shop.MySqlShopStaff;
import io.nightmarket.mysql.shop.MySqlShopTypes;
import io.nightmarket.mysql.shop.MySqlShops;
import io.nightmarket.mysql.shop.MySqlVouchers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ports on MySQL and MariaDB. Every call has a deadline and fails with {@code Unavailable} when nothing was sent or
 * the server refused the work whole, {@code TimedOut} when its outcome is unknown, {@code Corrupt} when the tables
 * refuse the data or hold data that can't be read, and {@code Conflict} as the ports say.
 */
// Over 200 lines: the composition root has one method per port, and nothing else to be taken out.
public final class MySqlAdapters {
    private static final Logger LOG = LoggerFactory.getLogger(MySqlAdapters.class);

    /** Transactions of the queue wait for one another by shard, and a node has few shards. */
    private static final int QUEUE_CONNECTIONS = 8;

    private final Vertx vertx;
    private final Databases databases;
    private final Database pool;
    private final MySqlLeases leases;
    private final Database queueConnections;
    private final QueueTables queue;
    private final LastSeenBuffer lastSeen;
    private final OrderTransitions orderTransitions;
    private final MySqlAuditTrail auditTrail;
    private final long timer;

    private MySqlAdapters(Vertx vertx, Databases databases, LockEvents lockEvents) {
        this.vertx = vertx;
        this.databases = databases;
        this.pool = databases.shared();
        this.leases = new MySqlLeases(pool, new Random(), lockEvents);
        this.queueConnections = databases.transactional(QUEUE_CONNECTIONS);
        this.queue = new QueueTables(vertx, pool, queueConnections);
        this.lastSeen = new LastSeenBuffer(pool);
        this.orderTransitions = new MySqlOrderTransitions(pool);
        this.auditTrail = new MySqlAuditTrail(pool);
        this.timer = vertx.setPeriodic(
                LastSeenBuffer.FLUSH_MILLIS,
                _ -> Future.join(
                                lastSeen.flushes().flush(), auditTrail.flushes().flush())
                        .onFailure(failure -> LOG.warn(
                                "Buffered session activity or audit events were not written; retried in 2 s",
                                failure)));
    }

    /** Opens the pool; connections are made when they are needed, so a server that is away fails calls, not this. */
    public static MySqlAdapters create(Vertx vertx, MySqlConfig config) {
        return create(vertx, config, LockEvents.NONE);
    }

    /**
     * As {@link #create(Vertx, MySqlConfig)}, in a cluster.
     *
     * @param lockEvents carries releases of locks to other nodes, which call {@link #wakeWaiter} then
     */
    public static MySqlAdapters create(Vertx vertx, MySqlConfig config, LockEvents lockEvents) {
        return new MySqlAdapters(vertx, new Databases(vertx, config), lockEvents);
    }

    public UserRepository users() {
        return new MySqlUsers(pool);
    }

    public Permissions permissions() {
        return new MySqlPermissions(pool);
    }

    /**
     * The sessions; activity is gathered.
     *
     * @param staffSecondFactor whether staff are shoppers in sessions without a second factor
     */
    public SessionLedger sessionLedger(SessionPolicy policy, boolean staffSecondFactor) {
        return new MySqlSessionLedger(pool, policy, staffSecondFactor, lastSeen);
    }

    /** Returns one object for all callers: cancels that come at once share a transaction. */
    public OrderTransitions orderTransitions() {
        return orderTransitions;
    }

    /**
     * Orders of ordinary vouchers.
     *
     * @param payWithin from the writing of an order; zero: for ever
     */
    public OrdinaryOrders ordinaryOrders(Duration payWithin) {
        return new MySqlOrdinaryOrders(pool, payWithin);
    }

    public OrderPages orderPages() {
        return new MySqlOrderPages(pool);
    }

    public RecentOrders recentOrders() {
        return new MySqlRecentOrders(pool);
    }

    public PaymentLedger payments() {
        return new MySqlPaymentLedger(pool);
    }

    public PaymentNotifications paymentNotifications() {
        return new MySqlPaymentNotifications(pool);
    }

    public Refunds refunds() {
        return new MySqlRefunds(pool);
    }

    public OrderOutbox orderOutbox() {
        return new MySqlOrderOutbox(pool);
    }

    public Webhooks webhooks() {
        return new MySqlWebhooks(pool);
    }

    public CallOffs callOffs() {
        return new MySqlCallOffs(pool);
    }

    public OrderNotices orderNotices() {
        return new MySqlOrderNotices(pool);
    }

    public StoredHistory storedHistory() {
        return new MySqlStoredHistory(pool);
    }

    public LatePayments latePayments() {
        return new MySqlLatePayments(pool);
    }

    public UnfinishedPayments unfinishedPayments() {
        return new MySqlUnfinishedPayments(pool);
    }

    public SandboxCharges sandboxCharges() {
        return new MySqlSandboxCharges(pool);
    }

    public VoucherRepository vouchers() {
        return new MySqlVouchers(pool);
    }

    public RoomRecords roomRecords() {
        return new MySqlRoomRecords(pool);
    }

    public Waitlist waitlist() {
        return new MySqlWaitlist(pool);
    }

    public Follows follows() {
        return new MySqlFollows(pool);
    }

    public CheckIns checkIns() {
        return new MySqlCheckIns(pool);
    }

    public Profiles profiles() {
        return new MySqlProfiles(pool);
    }

    public Passwords passwords() {
        return new MySqlPasswords(pool);
    }

    public NoteRepository notes() {
        return new MySqlNotes(pool);
    }

    public NotesOfAuthors notesOfAuthors() {
        return new MySqlNotesOfAuthors(pool);
    }

    public FeedOutbox feedOutbox() {
        return new MySqlFeedOutbox(pool);
    }

    public PulledAuthors pulledAuthors() {
        return new MySqlPulledAuthors(pool);
    }

    public SeenPlaces seenPlaces() {
        return new MySqlSeenPlaces(pool);
    }

    public CommentRepository comments() {
        return new MySqlComments(pool);
    }

    public LikeLedger likes() {
        return new MySqlLikes(pool);
    }

    public PictureLedger pictures() {
        return new MySqlPictures(pool);
    }

    public RunningNodes runningNodes() {
        return new MySqlRunningNodes(pool);
    }

    /** The mark of the installation. */
    public Marks marks() {
        return new MySqlMarks(pool);
    }

    public IdempotencyKeys idempotencyKeys() {
        return new MySqlIdempotencyKeys(pool);
    }

    public TotpSecrets totpSecrets() {
        return new MySqlTotpSecrets(pool);
    }

    public ManagedUsers managedUsers() {
        return new MySqlManagedUsers(pool);
    }

    public Moderation moderation() {
        return new MySqlModeration(pool);
    }

    /** Returns one object for all callers: it gathers events. */
    public AuditTrail auditTrail() {
        return auditTrail;
    }

    public ListRows listRows() {
        return new MySqlListRows(pool);
    }

    public SaleReports saleReports() {
        return new MySqlSaleReports(pool);
    }

    public ShopRepository shops() {
        return new MySqlShops(pool);
    }

    public ShopStaff shopStaff() {
        return new MySqlShopStaff(pool);
    }

    public ShopTypes shopTypes() {
        return new MySqlShopTypes(pool);
    }

    public CacheChanges cacheChanges() {
        return new MySqlCacheChanges(pool);
    }

    public ShopCoordinatesReader shopCoordinates() {
        return new MySqlShopCoordinates(pool);
    }

    /** Searches without an index: for times when there is none. */
    public ShopGeoSearch shopGeoSearch() {
        return new MySqlShopGeoSearch(pool);
    }

    public FlashSaleRepository flashSales() {
        return new MySqlFlashSales(pool);
    }

    public SaleMinutes saleMinutes() {
        return new MySqlSaleMinutes(pool);
    }

    public StockAdjustments stockAdjustments() {
        return new MySqlStockAdjustments(pool);
    }

    public SaleChanges saleChanges() {
        return new MySqlSaleChanges(pool);
    }

    public UnsettledOrders unsettledOrders() {
        return new MySqlUnsettledOrders(pool);
    }

    public OrderRepository orders() {
        return new MySqlOrders(pool);
    }

    public PendingReleases pendingReleases() {
        return new MySqlPendingReleases(pool);
    }

    /**
     * Its writers have connections of their own beside the pool; the caller that got one closes it.
     *
     * @param payWithin from the settlement of an order; zero: for ever
     */
    public OrderLedger orderLedger(Duration payWithin) {
        return new MySqlOrderLedger(pool, databases, payWithin);
    }

    /**
     * The queue in tables, which may stand in for that of Redis. Its transactions have connections beside the pool, 8 at
     * most. Who reads is woken by admissions through these adapters, and finds others by asking, 5 to 250 times a second.
     *
     * @param maxBacklog the most entries that wait on a shard; then no buyer is admitted
     */
    public QueuePorts queue(long maxBacklog) {
        return MySqlOrderQueue.ports(queue, maxBacklog);
    }

    /** Entries that settlement gave up, whatever holds the queue. */
    public DeadLetters deadLetters() {
        return new MySqlDeadLetters(pool);
    }

    public IdSegments idSegments() {
        return new MySqlIdSegments(pool);
    }

    /** Locks as rows; the same at every call, since it wakes the waiters of this process. */
    public LeaseStore leases() {
        return leases;
    }

    /** Wakes the first waiter of this process for the row of this key: it may be free. */
    public void wakeWaiter(String key) {
        leases.wake(key);
    }

    /** The leases, for operators. */
    public LockTable lockTable() {
        return new MySqlLockTable(pool);
    }

    /** The time by the server's clock. */
    public CompletionStage<Instant> time() {
        return pool.answer("SELECT UTC_TIMESTAMP(6) AS now", rows -> Columns.time(Rows.only(rows), "now"));
    }

    /** Succeeds when the server answers a query. */
    public CompletionStage<Void> ping() {
        return pool.run("SELECT 1", rows -> rows).<Void>mapEmpty().toCompletionStage();
    }

    /** Writes what is left to write and closes all connections. */
    public CompletionStage<Void> close() {
        vertx.cancelTimer(timer);
        return Future.join(lastSeen.flushes().flushAll(), auditTrail.flushes().flushAll())
                .eventually(queueConnections::close)
                .eventually(pool::close)
                .<Void>mapEmpty()
                .recover(failure -> {
                    LOG.warn("Not all connections to MySQL could be closed", failure);
                    return Future.succeededFuture();
                })
                .toCompletionStage();
    }
}
