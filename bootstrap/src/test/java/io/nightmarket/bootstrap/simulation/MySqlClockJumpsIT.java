package io.nightmarket.bootstrap.simulation;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.follow.Follows;
import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeaseStore.Attempt;
import io.nightmarket.domain.memory.FlashSales;
import io.nightmarket.domain.node.RunningNode;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.lifecycle.IdempotencyKeys;
import io.nightmarket.domain.order.lifecycle.IdempotencyKeys.Acquisition;
import io.nightmarket.domain.order.lifecycle.IdempotencyKeys.KeyedRequest;
import io.nightmarket.domain.order.lifecycle.OrderTransitions;
import io.nightmarket.domain.order.lifecycle.OrdinaryOrders;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.waiting.Waitlist.WaitlistPlace;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.mysql.MySqlConfig;
import io.nightmarket.mysql.MySqlSchema;
import io.nightmarket.mysql.MySqlTls;
import io.nightmarket.testkit.SiteDatabase;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is left when the clock of MySQL was an hour ahead for a moment: no time that lies ahead binds anyone. */
final class MySqlClockJumpsIT {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration AGE = Duration.ofSeconds(10);

    private static Vertx vertx;
    private static SiteDatabase database;
    private static SessionTime time;
    private static MySqlAdapters mysql;

    private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() throws IOException {
        vertx = Vertx.vertx();
        database = new SiteDatabase();
        time = new SessionTime(database.uri());
        // One connection: all statements meet the time that was set last.
        MySqlConfig config = new MySqlConfig(time.uri(), 1, PATIENCE, PATIENCE, PATIENCE, MySqlTls.AUTO);
        MySqlSchema.migrate(config);
        mysql = MySqlAdapters.create(vertx, config);
    }

    @AfterAll
    static void stop() throws IOException {
        await(mysql.close());
        await(vertx.close().toCompletionStage());
        time.close();
        database.close();
    }

    @BeforeEach
    void begin() {
        at(Duration.ZERO);
    }

    private void at(Duration later) {
        time.set(now.plus(later));
    }

    private LeaseRequest request(String holder, Duration waiting) {
        return new LeaseRequest(key, holder, LEASE, waiting);
    }

    private Attempt take(String holder) {
        return await(mysql.leases().take(request(holder, Duration.ZERO)));
    }

    private void assertBusy(String holder) {
        Duration after = assertInstanceOf(Attempt.Busy.class, take(holder)).retryAfter();
        assertTrue(after.compareTo(LEASE) <= 0, after::toString);
    }

    @Test
    void aLeaseOfADeadHolderEndsAfterItsLength() {
        at(HOUR);
        assertInstanceOf(Attempt.Granted.class, take("dead"));
        at(Duration.ZERO);
        assertBusy("other");
        at(LEASE.minusMillis(1));
        assertBusy("other");
        at(LEASE);
        assertInstanceOf(Attempt.Granted.class, take("other"));
    }

    @Test
    void aHolderThatLivesKeepsItsLease() {
        assertInstanceOf(Attempt.Granted.class, take("holder"));
        at(HOUR);
        assertInstanceOf(Attempt.Granted.class, take("holder"), "it comes late, and no other did");
        at(Duration.ZERO);
        assertBusy("other");
        at(Duration.ofSeconds(2));
        assertTrue(await(mysql.leases().renew(request("holder", Duration.ZERO), 1)));
        at(LEASE.plusSeconds(1));
        assertBusy("other");
    }

    @Test
    void aLeaseThatWasRenewedAheadEndsAfterItsLength() {
        assertInstanceOf(Attempt.Granted.class, take("dead"));
        at(Duration.ofSeconds(2));
        assertTrue(await(mysql.leases().renew(request("dead", Duration.ZERO), 1)));
        at(Duration.ofSeconds(1));
        assertBusy("other");
        at(LEASE.plusSeconds(1));
        assertInstanceOf(Attempt.Granted.class, take("other"), "the clock went back by a second");
    }

    @Test
    void aKeyThatWasReleasedAheadIsFree() {
        assertInstanceOf(Attempt.Granted.class, take("holder"));
        at(Duration.ofSeconds(2));
        assertTrue(await(mysql.leases().release(request("holder", Duration.ZERO))));
        at(Duration.ZERO);
        assertInstanceOf(Attempt.Granted.class, take("other"));
    }

    @Test
    void allLeasesEndForAClockThatIsAhead() {
        assertInstanceOf(Attempt.Granted.class, take("holder"));
        at(HOUR);
        assertInstanceOf(Attempt.Granted.class, take("other"));
        assertFalse(await(mysql.leases().renew(request("holder", Duration.ZERO), 1)));
    }

    @Test
    void aWaiterThatDiedKeepsNoOtherOut() {
        LeaseStore leases = mysql.leases();
        assertInstanceOf(Attempt.Granted.class, take("holder"));
        at(LEASE.minusSeconds(1));
        assertInstanceOf(Attempt.Busy.class, await(leases.take(request("waiter", PATIENCE))));
        database.run("UPDATE lock_lease SET waits_until = waits_until + INTERVAL 1 HOUR WHERE name = ?", "row:" + key);
        at(LEASE);
        assertInstanceOf(Attempt.Granted.class, take("other"));
    }

    private RunningNode node(String id, String queue) {
        return new RunningNode(id, "127.0.0.1:1", "1", true, Map.of("adapters.queue", queue));
    }

    @Test
    void aNodeThatDiedKeepsNoOtherOut() {
        RunningNode dead = node("dead-" + key, "redis");
        RunningNode other = node("other-" + key, "mysql");
        at(HOUR);
        assertEquals(Optional.empty(), await(mysql.runningNodes().enter(dead)));
        assertTrue(await(mysql.runningNodes().enter(other)).isPresent());
        at(Duration.ZERO);
        assertEquals(Optional.empty(), await(mysql.runningNodes().enter(other)));
        assertEquals(1, await(mysql.runningNodes().list()).size());
        at(HOUR);
        assertEquals(0, await(mysql.runningNodes().list()).size(), "until it confirms");
        at(Duration.ZERO);
        await(mysql.runningNodes().leave(other));
    }

    @Test
    void aRequestThatWasLeftUndoneMayBeDoneAgain() {
        KeyedRequest request = new KeyedRequest(new UserId(1), key, "payOrder", "f".repeat(64));
        IdempotencyKeys keys = mysql.idempotencyKeys();
        at(HOUR);
        assertEquals(new Acquisition.Acquired(7), await(keys.acquire(request, 7)));
        assertEquals(new Acquisition.InProgress(), await(keys.acquire(request, 8)));
        at(Duration.ZERO);
        assertEquals(new Acquisition.Acquired(7), await(keys.acquire(request, 8)));
        assertEquals(new Acquisition.InProgress(), await(keys.acquire(request, 9)));
    }

    /** The row as a transaction an hour ahead wrote it. */
    private static void plant(String table, String columns, String values) {
        database.run("INSERT INTO " + table + " (" + columns + ") VALUES (" + values + ")");
    }

    @Test
    void aPaymentThatIsPendingIsAskedFor() {
        plant("payment", "id, order_id, pay_type, amount, status, created_at", "71, 1, 1, 5, 'PENDING', NOW(3)");
        assertEquals(List.of(), await(mysql.payments().unresolved(AGE, 0, 10)), "the gateway may be asked right now");
        database.run("UPDATE payment SET created_at = NOW(3) + INTERVAL 1 HOUR WHERE id = 71");
        assertEquals(1, await(mysql.payments().unresolved(AGE, 0, 10)).size());
        database.run("DELETE FROM payment WHERE id = 71");
    }

    @Test
    void moneyThatIsLateIsDecided() {
        plant("tb_voucher_order", "id, user_id, voucher_id", "72, 1, 1");
        plant(
                "payment",
                "id, order_id, pay_type, amount, status, outcome, captured_at",
                "72, 72, 1, 5, 'CAPTURED', 'LATE', NOW(3)");
        assertEquals(List.of(false), late());
        database.run("UPDATE payment SET captured_at = NOW(3) + INTERVAL 1 HOUR WHERE id = 72");
        assertEquals(List.of(true), late());
        database.run("DELETE FROM payment WHERE id = 72");
    }

    private static List<Boolean> late() {
        return await(mysql.latePayments().undecided(AGE, 10)).stream()
                .map(payment -> payment.isOld())
                .toList();
    }

    @Test
    void aChangeThatCachesMayHaveMissedIsRepeated() {
        plant("cache_change", "cache, entry, create_time", "'dishes', '1', NOW(3)");
        assertEquals(0, unconfirmed());
        database.run("UPDATE cache_change SET create_time = NOW(3) + INTERVAL 1 HOUR WHERE cache = 'dishes'");
        assertEquals(1, unconfirmed());
    }

    private static int unconfirmed() {
        return await(mysql.cacheChanges().unconfirmed(List.of("dishes"), "run", AGE, Long.MAX_VALUE, 10))
                .size();
    }

    @Test
    void anOrderHasItsTimeToPayByTheClockThatIsThen() {
        Duration within = Duration.ofMinutes(15);
        OrderTransitions orders = mysql.orderTransitions();
        plant("tb_voucher", "id, shop_id, title, pay_value, actual_value, type", "80, 1, 't', 1, 2, 0");
        writeUnpaid(81, within);
        assertEquals(0, await(orders.expire(10)).orders().size());
        at(HOUR);
        writeUnpaid(82, within);
        assertEquals(
                List.of(new OrderId(81)),
                await(orders.expire(10)).orders().stream().map(Order::id).toList(),
                "early");
        at(within);
        assertEquals(0, await(orders.expire(10)).orders().size(), "later by the hour");
        at(HOUR.plus(within));
        assertEquals(1, await(orders.expire(10)).orders().size());
    }

    private static void writeUnpaid(long order, Duration within) {
        VoucherId voucher = new VoucherId(80);
        assertEquals(
                OrdinaryOrders.Outcome.WRITTEN,
                await(mysql.ordinaryOrders(within).write(new Purchase(new OrderId(order), voucher, new UserId(80)))));
    }

    /** What is numbered, and how the next number is asked for. */
    static Stream<Arguments> numbers() {
        VoucherId sale = new VoucherId(91);
        plant("tb_voucher", "id, shop_id, title, pay_value, actual_value, type", "91, 1, 't', 1, 2, 1");
        plant(
                "tb_seckill_voucher",
                "voucher_id, stock, begin_time, end_time",
                "91, 1, NOW() - INTERVAL 1 DAY, NOW() + INTERVAL 1 DAY");
        plant("flash_sale", "voucher_id, shard, issued, state, waitlist_last", "91, 1, 1, 'OPEN', 0");
        plant("order_shard", "shard, fence, last_ms, last_seq", "91, 0, 0, 0");
        plant("tb_user", "id, phone", "91, '13900000091'");
        LocalDate day = LocalDate.now(ZoneOffset.UTC);
        AtomicLong buyers = new AtomicLong();
        return Stream.of(
                number("versions of a sale", () -> version(sale)),
                number("buyers who wait", () -> join(sale, buyers.incrementAndGet())),
                number("epochs", () -> epoch(new Shard(91))),
                number("versions of what a user follows", () -> follow(new UserId(92), new UserId(91))),
                number("ids", () -> await(mysql.idSegments().lease(day, 1))),
                number("fencing tokens", () -> token("numbers")));
    }

    private static Arguments number(String what, LongSupplier next) {
        return arguments(what, next);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("numbers")
    void numbersGrowOn(String what, LongSupplier next) {
        long before = next.getAsLong();
        at(HOUR);
        long meanwhile = next.getAsLong();
        at(Duration.ZERO);
        long after = next.getAsLong();
        assertTrue(before < meanwhile && meanwhile < after, what + ": " + List.of(before, meanwhile, after));
    }

    private static long version(VoucherId sale) {
        return FlashSales.setState(mysql.saleChanges(), sale, SaleState.PAUSED)
                .orElseThrow()
                .version();
    }

    private static long join(VoucherId sale, long buyer) {
        return assertInstanceOf(
                        WaitlistPlace.InLine.class,
                        await(mysql.waitlist().join(new Purchase(new OrderId(buyer), sale, new UserId(buyer)), 10)))
                .number();
    }

    private static long epoch(Shard shard) {
        OrderLedger.Writer writer = await(mysql.orderLedger(Duration.ZERO).becomeWriter(shard));
        try {
            return await(writer.nextEpoch()).number();
        } finally {
            await(writer.close());
        }
    }

    private static long follow(UserId follower, UserId followed) {
        var _ = await(mysql.follows().unfollow(follower, followed));
        return assertInstanceOf(
                        Follows.Outcome.Followed.class, await(mysql.follows().follow(follower, followed, 10)))
                .versions()
                .after();
    }

    private static long token(String key) {
        LeaseRequest request = new LeaseRequest(key, "holder", LEASE, Duration.ZERO);
        Attempt asked = await(mysql.leases().take(request));
        // A key that was released at a time that lies ahead is free for the second request.
        Attempt taken = asked instanceof Attempt.Busy ? await(mysql.leases().take(request)) : asked;
        assertTrue(await(mysql.leases().release(request)));
        return assertInstanceOf(Attempt.Granted.class, taken).token();
    }

    /** A table, the column by which a job deletes its rows, a row, and the job. */
    static Stream<Arguments> deletions() {
        return Stream.of(
                arguments("payment_notification", "received_at", "id", "'1'", (Job)
                        age -> mysql.paymentNotifications().prune(age)),
                arguments(
                        "idempotency_key",
                        "claimed_at",
                        "user_id, request_key, operation, fingerprint, subject",
                        "1, '1', 'o', 'f', 1",
                        (Job) age -> mysql.idempotencyKeys().prune(age)),
                arguments("sandbox_charge", "created_at", "payment_id, amount, outcome", "1, 1, 'CAPTURED'", (Job)
                        age -> mysql.sandboxCharges().prune(age)),
                arguments(
                        "stock_return",
                        "done_at",
                        "id, shard, kind, voucher_id, user_id, units, done",
                        "1, 1, 'REJECTION', 1, 1, 1, 1",
                        (Job) age -> mysql.pendingReleases().prune(age)));
    }

    @FunctionalInterface
    interface Job {
        CompletionStage<Integer> delete(Duration age);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("deletions")
    void rowsAreDeletedAnHourEarlierOrLater(String table, String column, String columns, String values, Job job) {
        Duration age = HOUR.multipliedBy(2);
        database.run("DELETE FROM " + table);
        plant(table, columns + ", " + column, values + ", NOW(3) - INTERVAL 90 MINUTE");
        assertEquals(0, await(job.delete(age)));
        at(HOUR);
        assertEquals(1, await(job.delete(age)), "written before");
        plant(table, columns + ", " + column, values + ", NOW(3) + INTERVAL 60 MINUTE");
        at(age.plusMinutes(30));
        assertEquals(0, await(job.delete(age)), "written meanwhile");
        at(age.plusMinutes(90));
        assertEquals(1, await(job.delete(age)), "written meanwhile");
    }
}
