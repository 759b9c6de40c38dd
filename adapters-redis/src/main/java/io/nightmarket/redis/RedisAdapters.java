package io.nightmarket.redis;

import static io.nightmarket.domain.base.Arguments.require;

import io.nightmarket.domain.account.LoginCodes;
import io.nightmarket.domain.account.PasswordTries;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.SessionStore;
import io.nightmarket.domain.base.BackgroundReleases;
import io.nightmarket.domain.base.Backoff;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.base.Stages;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.cache.KeyFilter;
import io.nightmarket.domain.checkin.CheckInBitmaps;
import io.nightmarket.domain.feed.Inboxes;
import io.nightmarket.domain.follow.FollowSets;
import io.nightmarket.domain.id.IdSegments;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LockTable;
import io.nightmarket.domain.lock.PermitStore;
import io.nightmarket.domain.node.Marks;
import io.nightmarket.domain.note.LikeSets;
import io.nightmarket.domain.order.list.OrderListCache;
import io.nightmarket.domain.sale.queue.QueuePorts;
import io.nightmarket.domain.sale.waiting.WaitingRooms;
import io.nightmarket.domain.shop.ShopGeoSearch;
import io.nightmarket.domain.shop.ShopIndex;
import io.nightmarket.domain.visitor.VisitCounts;
import io.nightmarket.redis.account.RedisLoginCodes;
import io.nightmarket.redis.account.RedisPasswordTries;
import io.nightmarket.redis.account.RedisSessionStore;
import io.nightmarket.redis.cache.CacheBreaker;
import io.nightmarket.redis.cache.RedisKeyFilter;
import io.nightmarket.redis.checkin.RedisCheckInBitmaps;
import io.nightmarket.redis.feed.RedisInboxes;
import io.nightmarket.redis.follow.RedisFollowSets;
import io.nightmarket.redis.id.RedisIdSegments;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import io.nightmarket.redis.lock.LockChannel;
import io.nightmarket.redis.lock.LockMode;
import io.nightmarket.redis.lock.RedisLeases;
import io.nightmarket.redis.lock.RedisLockTable;
import io.nightmarket.redis.lock.RedisPermits;
import io.nightmarket.redis.node.RedisMarks;
import io.nightmarket.redis.note.RedisLikeSets;
import io.nightmarket.redis.order.list.RedisOrderLists;
import io.nightmarket.redis.sale.queue.OrderStream;
import io.nightmarket.redis.sale.queue.RedisOrderQueue;
import io.nightmarket.redis.sale.queue.WaitingLinks;
import io.nightmarket.redis.sale.waiting.RedisWaitingRooms;
import io.nightmarket.redis.shop.RedisShopGeoSearch;
import io.nightmarket.redis.shop.RedisShopIndex;
import io.nightmarket.redis.visitor.RedisVisitCounts;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The ports of the domain on one pipelined connection to Redis, and more, opened when they are needed: for reads that
 * wait, one a shard, and for wake-ups of waiters for locks. They are replaced when they break; meanwhile calls
 * fail with {@code Unavailable} at once. Make one per event loop: calls from other threads work, at the price of a hop.
 */
// Over 200 lines: the composition root has one method per port, and nothing else to be taken out.
public final class RedisAdapters {
    /** A node that starts on a busy machine needs longer than a command may take. */
    private static final Duration FIRST_CONNECT = Duration.ofSeconds(10);

    private final RedisConfig config;
    private final RedisLink link;
    private final WaitingLinks waiting;
    private final LockChannel lockChannel;
    private final Clock clock;
    private final RandomGenerator random;

    private RedisAdapters(
            RedisConfig config,
            RedisLink link,
            WaitingLinks waiting,
            LockChannel lockChannel,
            Clock clock,
            RandomGenerator random) {
        this.config = config;
        this.link = link;
        this.waiting = waiting;
        this.lockChannel = lockChannel;
        this.clock = clock;
        this.random = random;
    }

    /** As {@link #connect(Vertx, RedisConfig, Clock, RandomGenerator)}, by the system's clock. */
    public static CompletionStage<RedisAdapters> connect(Vertx vertx, RedisConfig config) {
        RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
        return connect(vertx, config, Clock.systemUTC(), random);
    }

    /**
     * Connects and checks the server. Fails with {@code Unavailable} or {@code TimedOut} when it can't be reached, and
     * with an {@code IllegalStateException} that says what an operator has to change when it is older than 6.2 or may
     * evict keys under memory pressure.
     *
     * @param clock decides which cached values are stale
     * @param random jitter of expiries and of reconnections, for several threads
     */
    public static CompletionStage<RedisAdapters> connect(
            Vertx vertx, RedisConfig config, Clock clock, RandomGenerator random) {
        Context context = vertx.getOrCreateContext();
        WaitingLinks waiting = new WaitingLinks(() -> RedisLink.open(vertx, context, config, random));
        return RedisLink.open(vertx, context, config, random, FIRST_CONNECT)
                .thenCompose(link -> ServerCheck.check(link)
                        .thenApply(_ -> new LockChannel(vertx, context, config, random))
                        .thenApply(channel -> new RedisAdapters(config, link, waiting, channel, clock, random))
                        .exceptionallyCompose(failure -> Stages.failAfter(link.close(), failure)));
    }

    public QueuePorts queue() {
        return RedisOrderQueue.ports(link, new OrderStream(link, waiting), config.maxBacklog());
    }

    /**
     * Caches behind a circuit breaker of their own.
     *
     * @param slow a call that takes longer is slow: readers have gone to the database by then
     * @param timers the timers of the breaker, and of retried releases
     */
    public RedisCaches caches(Duration slow, Timers timers) {
        return new RedisCaches(
                link,
                new CacheBreaker(slow, timers::nanoTime, random),
                new BackgroundReleases(timers, new Backoff(random)),
                clock,
                random);
    }

    /** The filter of all keys that a cache may hold. */
    public KeyFilter keyFilter(String cache) {
        return new RedisKeyFilter(link, cache);
    }

    /** Where shops lie; one index for all. */
    public ShopIndex shopIndex() {
        return new RedisShopIndex(link);
    }

    /** Searches that index; fails with {@code Unavailable} while there is none. */
    public ShopGeoSearch shopGeoSearch() {
        return new RedisShopGeoSearch(link);
    }

    /** Leases of locks: one holder at a time. */
    public LeaseStore leases() {
        return new RedisLeases(link, lockChannel, LockMode.LOCK);
    }

    /** Leases of readers, which share a key, but not with a writer. A reader that wants to write releases its own first. */
    public LeaseStore readLeases() {
        return new RedisLeases(link, lockChannel, LockMode.READ);
    }

    /** Leases of writers, which have a key for themselves. */
    public LeaseStore writeLeases() {
        return new RedisLeases(link, lockChannel, LockMode.WRITE);
    }

    /** Semaphores whose keys have this number of permits each until the number is changed; all must agree on it. */
    public PermitStore permits(int total) {
        require(
                total >= 1 && total <= PermitStore.MAX_PERMITS,
                "a semaphore has 1 to " + PermitStore.MAX_PERMITS + " permits, not " + total);
        return new RedisPermits(link, lockChannel, total);
    }

    /** All of these leases, for operators. */
    public LockTable lockTable() {
        return new RedisLockTable(link);
    }

    /**
     * Runs of numbers within strides.
     *
     * @param granting grants the strides, and never a number twice
     * @param stride how many numbers are granted at a time
     */
    public IdSegments idSegments(IdSegments granting, int stride) {
        return new RedisIdSegments(link, granting, stride);
    }

    /** The mark of the installation. */
    public Marks marks() {
        return new RedisMarks(link);
    }

    public SessionStore sessionStore(SessionPolicy policy) {
        return new RedisSessionStore(link, policy);
    }

    public LoginCodes loginCodes() {
        return new RedisLoginCodes(link, config.codesPerAddressPerHour(), clock);
    }

    /** The newest orders of buyers; a list is loaded again after an hour or so. */
    public OrderListCache orderLists() {
        return new RedisOrderLists(link, random);
    }

    /** The authors whom users follow; a set is loaded again after about an hour. */
    public FollowSets followSets() {
        return new RedisFollowSets(link, random);
    }

    /** The newest notes of feeds; an inbox is loaded again after an hour or so. */
    public Inboxes inboxes() {
        return new RedisInboxes(link, random);
    }

    /** The waiting rooms of sales; one that is lost is opened again. */
    public WaitingRooms waitingRooms() {
        return new RedisWaitingRooms(link);
    }

    public CheckInBitmaps checkInBitmaps() {
        return new RedisCheckInBitmaps(link);
    }

    /**
     * Views and visitors by day.
     *
     * @param keep how long a day is kept
     */
    public VisitCounts visitCounts(Duration keep) {
        return new RedisVisitCounts(link, keep);
    }

    public PasswordTries passwordTries() {
        return new RedisPasswordTries(link, clock);
    }

    /** The users who like a note; a set is loaded again after about an hour. */
    public LikeSets likeSets() {
        return new RedisLikeSets(link, random);
    }

    /** Whether Redis answers, for health checks. Fails as every call does. */
    public CompletionStage<Void> ping() {
        return link.send(Request.cmd(Command.PING)).thenAccept(_ -> {});
    }

    /** The time by the server's clock. */
    public CompletionStage<Instant> time() {
        return link.send(Request.cmd(Command.TIME)).thenApply(Reply::time);
    }

    /** By what settings the server may lose orders that were accepted, a sentence each; none when it keeps all. */
    public CompletionStage<List<String>> risks() {
        return ServerCheck.risks(link);
    }

    /** Whether Redis has or had replicas, so that one may be promoted while the old primary goes on. */
    public CompletionStage<Boolean> isReplicated() {
        return ServerCheck.isReplicated(link);
    }

    /** Closes the connections for good; calls that wait for replies fail with {@code TimedOut}. */
    public CompletionStage<Void> close() {
        List<Supplier<CompletionStage<Void>>> closings = List.of(lockChannel::close, waiting::close, link::close);
        return OneByOne.tryAll(closings, Supplier::get).thenCompose(OneByOne::failIfAny);
    }
}
