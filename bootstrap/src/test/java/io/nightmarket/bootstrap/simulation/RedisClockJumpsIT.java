package io.nightmarket.bootstrap.simulation;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.domain.account.ChallengeId;
import io.nightmarket.domain.account.LoginCodes;
import io.nightmarket.domain.account.PasswordTries;
import io.nightmarket.domain.account.Permit;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Requester;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.BackgroundReleases;
import io.nightmarket.domain.base.Backoff;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheTimes;
import io.nightmarket.domain.cache.LoadTicket;
import io.nightmarket.domain.contract.OrderQueueContract;
import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeaseStore.Attempt;
import io.nightmarket.domain.memory.RealTimers;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleSnapshot;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.SaleOpening;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.sale.waiting.RoomRules;
import io.nightmarket.domain.sale.waiting.RoomSale;
import io.nightmarket.domain.sale.waiting.WaitingRooms;
import io.nightmarket.domain.sale.waiting.WaitingRooms.Arrival;
import io.nightmarket.domain.sale.waiting.WaitingRooms.RoomPlace;
import io.nightmarket.domain.sale.waiting.WaitingRooms.Use;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.redis.RedisConfig;
import io.nightmarket.redis.account.RedisLoginCodes;
import io.nightmarket.redis.account.RedisPasswordTries;
import io.nightmarket.redis.cache.CacheBreaker;
import io.nightmarket.redis.cache.CacheEntryCodec;
import io.nightmarket.redis.cache.RedisCache;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import io.nightmarket.redis.link.SteeredRedis;
import io.nightmarket.testkit.OwnServer;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is left when the clock of Redis was an hour ahead for a moment: no time that lies ahead binds anyone. */
final class RedisClockJumpsIT {
    private static final int DATABASE = 9;
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final UserId ALICE = new UserId(1001);

    @TempDir
    private static Path folder;

    private static Vertx vertx;
    private static OwnServer server;
    private static RedisLink link;

    /** Ahead of Redis' own clock, by which keys expire. */
    private final Instant noon = Instant.now().truncatedTo(ChronoUnit.DAYS).plus(Duration.ofHours(36));

    private final String key = UUID.randomUUID().toString();
    private final RoomSale sale = new RoomSale(
            new VoucherId(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 50)),
            new Shard(ThreadLocalRandom.current().nextInt(1000, Integer.MAX_VALUE)),
            new SaleWindow(noon.minus(HOUR), noon.plus(HOUR.multipliedBy(8))),
            0);
    private SteeredRedis redis;
    private LeaseStore leases;
    private WaitingRooms rooms;
    private long users = 2_000;

    @BeforeAll
    static void start() throws IOException {
        vertx = Vertx.vertx();
        server = OwnServer.redis(folder);
        RedisConfig settings = new RedisConfig(server.uri(), LEASE, 100, 10, 0, Optional.empty());
        link = await(RedisLink.open(vertx, vertx.getOrCreateContext(), settings, new Random(1)));
    }

    @AfterAll
    static void stop() {
        await(link.close());
        server.close();
        await(vertx.close().toCompletionStage());
    }

    private static Reply send(Command command, Object... arguments) {
        return await(link.send(Request.cmd(command, arguments)));
    }

    @BeforeEach
    void open() {
        redis = new SteeredRedis(vertx, server.uri(), DATABASE, UnaryOperator.identity());
        redis.restart();
        leases = redis.leases();
        rooms = redis.waitingRooms();
        at(Duration.ZERO);
    }

    @AfterEach
    void close() {
        redis.close();
    }

    private void at(Duration afterNoon) {
        redis.setTime(noon.plus(afterNoon));
    }

    private Attempt take(String holder) {
        return await(leases.take(new LeaseRequest(key, holder, LEASE, Duration.ZERO)));
    }

    private boolean renew(String holder) {
        return await(leases.renew(new LeaseRequest(key, holder, LEASE, Duration.ZERO), 1));
    }

    @Test
    void aLeaseOfADeadHolderEndsAfterItsLength() {
        at(HOUR);
        assertInstanceOf(Attempt.Granted.class, take("dead"));
        at(Duration.ZERO);
        assertEquals(new Attempt.Busy(LEASE), take("other"), "it may live");
        at(LEASE.minusMillis(1));
        assertEquals(new Attempt.Busy(Duration.ofMillis(1)), take("other"));
        at(LEASE);
        assertInstanceOf(Attempt.Granted.class, take("other"));
    }

    @Test
    void allLeasesEndForAClockThatIsAhead() {
        Attempt.Granted first = assertInstanceOf(Attempt.Granted.class, take("holder"));
        at(HOUR);
        Attempt.Granted next = assertInstanceOf(Attempt.Granted.class, take("other"));
        assertTrue(next.token() > first.token(), "refuses the former holder's writes");
        assertFalse(renew("holder"));
    }

    @Test
    void aHolderThatLivesKeepsItsLease() {
        at(HOUR);
        assertInstanceOf(Attempt.Granted.class, take("holder"));
        at(Duration.ZERO);
        assertInstanceOf(Attempt.Busy.class, take("other"));
        at(Duration.ofSeconds(2));
        assertTrue(renew("holder"));
        at(LEASE.plusSeconds(1));
        assertInstanceOf(Attempt.Busy.class, take("other"));
        assertTrue(renew("holder"));
    }

    @Test
    void aLeaseThatWasRenewedAheadEndsAfterItsLength() {
        at(HOUR.minusSeconds(2));
        assertInstanceOf(Attempt.Granted.class, take("dead"));
        at(HOUR);
        assertTrue(renew("dead"));
        at(HOUR.minusSeconds(1));
        assertEquals(new Attempt.Busy(LEASE), take("other"), "the clock went back by a second");
        at(HOUR.minusSeconds(1).plus(LEASE));
        assertInstanceOf(Attempt.Granted.class, take("other"));
    }

    private RoomPlace ask(UserId user) {
        return await(rooms.join(sale, new Arrival(user, 7, 0, Instant.EPOCH)));
    }

    /** Takes turns until there is none, with users who come one after another. */
    private void takeAllTurns() {
        while (ask(new UserId(++users)) instanceof RoomPlace.Turn) {
            assertTrue(users < 10_000);
        }
    }

    private void openRoom() {
        await(rooms.open(sale, 10, 0));
        at(Duration.ofSeconds(1));
        takeAllTurns();
    }

    @Test
    void aRoomGivesTurnsByItsRateAgain() {
        openRoom();
        at(HOUR);
        takeAllTurns();
        at(Duration.ofSeconds(1));
        takeAllTurns();
        at(Duration.ofSeconds(2));
        assertInstanceOf(
                RoomPlace.Turn.class, ask(new UserId(2_011)), "turns of a second, of which others leave some unused");
    }

    @Test
    void aUserWhoWouldBeDueInAnHourLeavesTheLine() {
        openRoom();
        long before = await(rooms.count(sale)).orElseThrow().waiting();
        at(HOUR);
        takeAllTurns();
        var _ = ask(ALICE);
        at(Duration.ofSeconds(1));
        var _ = ask(new UserId(++users));
        assertTrue(
                await(rooms.count(sale)).orElseThrow().waiting() <= before + 1,
                "those who asked an hour ahead are out");
        assertInstanceOf(RoomPlace.Waiting.class, ask(ALICE), "and have their place again when they ask");
    }

    @Test
    void aUseThatBeganInAnHourIsOver() {
        openRoom();
        at(HOUR);
        RoomPlace.Turn turn = assertInstanceOf(RoomPlace.Turn.class, ask(ALICE));
        assertEquals(Use.BEGUN, await(rooms.use(sale, ALICE, turn, "")));
        at(Duration.ofSeconds(1));
        assertEquals(
                turn.until(), assertInstanceOf(RoomPlace.Turn.class, ask(ALICE)).until(), "good for an hour more");
        assertEquals(Use.BEGUN_AGAIN, await(rooms.use(sale, ALICE, turn, "")));
        assertEquals(Use.USED, await(rooms.use(sale, ALICE, turn, "")), "right now");
        at(Duration.ofSeconds(1).plus(RoomRules.USE));
        assertEquals(Use.BEGUN_AGAIN, await(rooms.use(sale, ALICE, turn, "")));
    }

    @Test
    void aSaleGoesByTheClockThatIsThen() {
        WholeQueue queue = openQueue();
        at(HOUR.multipliedBy(9));
        assertEquals(List.of(new Admission.Ended()), admit(queue, 1));
        at(Duration.ZERO);
        assertEquals(List.of(new Admission.Accepted(new OrderId(1))), admit(queue, 1));
        at(HOUR.multipliedBy(-2));
        assertInstanceOf(Admission.NotStarted.class, admit(queue, 2).getFirst());
    }

    /** Redis numbers entries by its own clock, which is not steered: the last id lies ahead as an entry that was removed leaves it. */
    @Test
    void entriesComeAfterOneThatLiesAhead() {
        WholeQueue queue = openQueue();
        String stream = RedisKeys.orders(sale.shard());
        long ahead = System.currentTimeMillis() + HOUR.toMillis();
        var _ = redis.send(Command.XADD, stream, ahead + "-0", "voucher", "1");
        var _ = redis.send(Command.XDEL, stream, ahead + "-0");
        assertEquals(List.of(new Admission.Accepted(new OrderId(1))), admit(queue, 1));
        assertEquals(List.of(new Admission.Accepted(new OrderId(2))), admit(queue, 2));
        List<QueueEntry> read = await(queue.read(sale.shard(), new EntryId(ahead, 0), 10, Duration.ZERO));
        assertEquals(
                List.of(1L, 2L),
                read.stream()
                        .map(entry -> ((QueueEntry.QueuedOrder) entry).order().value())
                        .toList());
        assertEquals(
                noon,
                ((QueueEntry.QueuedOrder) read.getFirst()).admittedAt(),
                "an order shows the time of the clock then");
    }

    private WholeQueue openQueue() {
        WholeQueue queue = redis.queue(100);
        await(OrderQueueContract.letIn(queue, sale.shard()));
        FlashSale terms = new FlashSale(
                sale.voucher(),
                sale.shard(),
                SaleState.OPEN,
                sale.window(),
                10,
                10,
                Acknowledgement.ACCEPTED,
                1,
                SaleOptions.NONE);
        SaleOpening opening = await(queue.beginOpening(terms));
        await(opening.open(new Epoch(sale.shard(), 0), new SaleSnapshot(terms, 0, Set.of())));
        return queue;
    }

    private List<Admission> admit(WholeQueue queue, long order) {
        Purchase purchase = new Purchase(new OrderId(order), sale.voucher(), new UserId(order));
        return await(
                queue.admit(new Epoch(sale.shard(), 0), sale.voucher(), List.of(new AdmissionRequest(purchase, ""))));
    }

    /** What is refused, the key that refuses it, and how long it may at most: keys expire by the server's own clock. */
    static Stream<Arguments> refusals() {
        Requester alice = requester();
        Requester bob = requester();
        var _ = send(Command.SET, RedisKeys.codeBudget(bob.phone(), "strangers"), LoginCodes.BUDGET);
        RedisPasswordTries tries = new RedisPasswordTries(link, Clock.systemUTC());
        Supplier<Optional<Duration>> password =
                () -> await(tries.begin(alice)) instanceof Permit.TooSoon(Duration after)
                        ? Optional.of(after)
                        : Optional.empty();
        return Stream.of(
                arguments(code(alice), RedisKeys.codePause(alice.phone(), "strangers"), LoginCodes.PAUSE),
                arguments(code(bob), RedisKeys.codeBudget(bob.phone(), "strangers"), LoginCodes.BUDGET_TIME),
                arguments(
                        code(new Requester(requester().phone(), alice.address())),
                        RedisKeys.codeAskings(alice.address()),
                        HOUR),
                arguments(password, RedisKeys.passwordPause(alice.phone(), "strangers"), PasswordTries.PAUSE));
    }

    private static Requester requester() {
        return new Requester(
                new PhoneNumber("139" + ThreadLocalRandom.current().nextInt(10_000_000, 99_999_999)),
                "10.0.0." + UUID.randomUUID());
    }

    /** How long a requester has to wait for a code; an address gets one an hour. */
    private static Supplier<Optional<Duration>> code(Requester requester) {
        RedisLoginCodes codes = new RedisLoginCodes(link, 1, Clock.systemUTC());
        ChallengeId challenge = ChallengeId.random(new SecureRandom());
        return () -> await(codes.issue(requester, challenge, "digest")) instanceof Permit.TooSoon(Duration after)
                ? Optional.of(after)
                : Optional.empty();
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("refusals")
    void whatIsRefusedForAWhileIsRefusedNoLonger(Supplier<Optional<Duration>> ask, String key, Duration longest) {
        for (int i = 0; i < 10 && ask.get().isEmpty(); i++) {
            assertTrue(i < 9, "is refused at last");
        }
        Duration ahead = longest.plus(HOUR);
        assertEquals(1, send(Command.PEXPIRE, key, ahead.toMillis()).number(), key);
        assertEquals(Optional.of(longest), ask.get());
        assertTrue(send(Command.PTTL, key).number() <= longest.toMillis());
    }

    @Test
    void aLoadTicketEndsAfterItsLength() {
        CacheTimes times = new CacheTimes(HOUR, Duration.ZERO, Duration.ZERO, HOUR, HOUR, LEASE);
        RealTimers timers = new RealTimers();
        Cache<String, String> cache = new RedisCache<>(
                link,
                "clock-jumps",
                name -> name,
                new CacheEntryCodec<>(new TypeReference<String>() {}),
                times,
                Clock.systemUTC(),
                new Random(1),
                new CacheBreaker(LEASE, timers::nanoTime, new Random(1)),
                new BackgroundReleases(timers, new Backoff(new Random(1))));
        String ticket = RedisKeys.loadTicket("clock-jumps", key);
        assertInstanceOf(LoadTicket.Granted.class, await(cache.acquireTicket(key, 0)));
        assertEquals(1, send(Command.PEXPIRE, ticket, HOUR.toMillis()).number());
        assertInstanceOf(LoadTicket.Busy.class, await(cache.acquireTicket(key, 0)));
        assertTrue(send(Command.PTTL, ticket).number() <= LEASE.toMillis());
    }
}
