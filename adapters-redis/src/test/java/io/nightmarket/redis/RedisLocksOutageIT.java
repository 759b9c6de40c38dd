package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.eventually;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeaseStore.Attempt;
import io.nightmarket.domain.lock.LockHandle;
import io.nightmarket.domain.lock.LockOptions;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.lock.LockMode;
import io.nightmarket.testkit.OwnServer;
import io.nightmarket.testkit.ReplyFault;
import io.nightmarket.testkit.ReplyFault.Fate;
import io.nightmarket.testkit.TcpProxy;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What becomes of locks when holders, waiters, connections or the server fail. On a server of its own, as it counts all of
 * the server's channels and subscribers.
 */
final class RedisLocksOutageIT {
    @RegisterExtension
    private static final RedisFixture REDIS =
            RedisFixture.onItsOwnServer(Path.of("target", "spare-redis", "locks-outage"));

    /** Long enough for a waiter to be queued before its end. */
    private static final Duration LEASE = Duration.ofSeconds(3);

    private static final LockOptions LONG = LockOptions.fixed(Duration.ofMinutes(10));
    private static final LockOptions WAITING = LONG.waiting(Duration.ofMinutes(10));
    private static final int WAITERS = 32;
    private static final int SILENT = 500;

    /** A machine that stalls is not what is tested. */
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(10);

    /** So long a reply that is lost is waited for. */
    private static final Duration SOON = Duration.ofSeconds(3);

    private final String key = "outage:" + UUID.randomUUID();
    private final TcpProxy proxy = new TcpProxy(REDIS.uri());
    private final RedisConfig direct = RedisFixture.settings(REDIS.uri(), LONG_ENOUGH);
    private final RedisConfig proxied = RedisFixture.settings(proxy.uri(), SOON);
    private final List<LockNode> nodes = new ArrayList<>();
    private final LockNode node = node(direct, direct);

    private LockNode node(RedisConfig settings, RedisConfig subscribing) {
        LockNode made = new LockNode(REDIS.vertx(), settings, subscribing);
        nodes.add(made);
        return made;
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        eventually(Stages::pause, this::isForgotten);
        eventually(Stages::pause, () -> channels() == 0);
        nodes.forEach(LockNode::close);
        proxy.close();
    }

    private boolean isForgotten() {
        String name = "lock:" + key;
        return REDIS.redis(Command.EXISTS, RedisKeys.lock(name), RedisKeys.lockQueue(name))
                        .number()
                == 0;
    }

    private static int channels() {
        return REDIS.redis(Command.PUBSUB, "CHANNELS", RedisKeys.lockChannel("*"))
                .parts()
                .size();
    }

    private static long subscribers() {
        return REDIS.redis(Command.CLIENT, "LIST", "TYPE", "PUBSUB")
                .text()
                .lines()
                .filter(line -> line.contains(" sub=1"))
                .count();
    }

    private long inLine() {
        return REDIS.redis(Command.ZCARD, RedisKeys.lockQueue("lock:" + key)).number();
    }

    private LockHandle acquire(DistributedLock lock, LockOptions options) {
        return await(lock.tryAcquire(key, options)).orElseThrow();
    }

    private CompletableFuture<Optional<LockHandle>> waitIn(DistributedLock lock) {
        long before = inLine();
        CompletableFuture<Optional<LockHandle>> waiting =
                lock.tryAcquire(key, WAITING).toCompletableFuture();
        eventually(Stages::pause, () -> inLine() == before + 1);
        return waiting;
    }

    @Test
    @Tag("outage")
    void aLockWhoseAcquireWasNotAnsweredIsFreeSoonAfterTheLinkIsBack() {
        DistributedLock cutOff = node(proxied, proxied).lock();
        proxy.inject(ReplyFault.always(Fate.DROP));
        var _ = failureOf(TimedOut.class, cutOff.tryAcquire(key, LONG));
        proxy.refuse();
        assertTrue(await(node.lock().tryAcquire(key, LONG)).isEmpty(), "the lease began all the same");
        // Longer than the link takes to find that it is down, so that the first give-up is lost.
        Stages.pause(Duration.ofSeconds(1));

        proxy.heal();
        long healed = System.nanoTime();
        Stages.eventually(Stages::pause, this::isForgotten);

        System.out.println("a lock without a holder: free after " + (System.nanoTime() - healed) / 1_000_000 + " ms");
    }

    @Test
    void manyWaitersShareOneSubscriptionAndLeaveNothing() {
        LockHandle handle = acquire(node.lock(), LONG);
        DistributedLock lock = node(direct, direct).lock();
        List<CompletableFuture<Optional<Boolean>>> waiters = new ArrayList<>();
        for (int i = 0; i < WAITERS; i++) {
            waiters.add(lock.withLease(key, WAITING, _ -> CompletableFuture.completedStage(true))
                    .toCompletableFuture());
        }
        eventually(Stages::pause, () -> inLine() == WAITERS);
        assertEquals(1, channels());
        assertEquals(1, subscribers());

        await(handle.release());

        for (CompletableFuture<Optional<Boolean>> waiter : waiters) {
            assertTrue(await(waiter).isPresent());
        }
    }

    @Test
    void aWaiterWhoseSubscriptionIsCutIsServedAllTheSame() {
        DistributedLock waiter = node(direct, proxied).lock();
        for (int i = 0; i < 3; i++) {
            LockHandle handle = acquire(node.lock(), LONG);
            CompletableFuture<Optional<LockHandle>> waiting = waitIn(waiter);

            proxy.cut();
            await(handle.release());

            await(await(waiting).orElseThrow().release());
        }
    }

    @Test
    @Tag("outage")
    void aSubscriptionThatIsSilentIsMadeAnew() {
        LockHandle handle = acquire(node.lock(), LONG);
        CompletableFuture<Optional<LockHandle>> waiting =
                waitIn(node(direct, proxied).lock());

        proxy.inject(ReplyFault.always(Fate.DROP));
        await(handle.release());
        eventually(Stages::pause, () -> subscribers() == 0);
        proxy.heal();

        await(await(waiting).orElseThrow().release());
    }

    @Test
    void aDeadWaiterAtTheHeadOfTheLineCostsNothing() {
        LockHandle handle = acquire(node.lock(), LONG);
        LockNode dying = node(direct, direct);
        CompletableFuture<Optional<LockHandle>> dead = waitIn(dying.lock());
        dying.close();
        eventually(Stages::pause, () -> channels() == 0);
        assertEquals(1, inLine());

        await(handle.release());

        LockHandle next = acquire(node.lock(), LONG);
        assertFalse(dead.isDone());
        assertTrue(dead.cancel(false));
        await(next.release());
    }

    @Test
    @Tag("outage")
    void aDeadWaiterDoesNotRefuseTheKeyWhenALeaseHasRunOut() {
        LockHandle handle = acquire(node.lock(), LockOptions.fixed(LEASE));
        LockNode dying = node(direct, direct);
        CompletableFuture<Optional<LockHandle>> dead = waitIn(dying.lock());
        dying.close();
        eventually(Stages::pause, () -> channels() == 0);
        await(handle.lost());
        // The holder counts its lease from before it asked; on a busy machine the server's ends later.
        eventually(
                Stages::pause,
                () -> REDIS.redis(Command.EXISTS, RedisKeys.lock("lock:" + key)).number() == 0);

        await(acquire(node.lock(), LONG).release());
        assertTrue(dead.cancel(false));
    }

    /** Waiters of a node that is paused: passing over them costs the same, however many they are. */
    @Test
    void manySilentWaitersArePassedOverInOneStepAndComeFirstWhenTheyAreBack() {
        LockHandle handle = acquire(node.lock(), LONG);
        LockNode paused = node(direct, direct);
        LeaseStore theirs = paused.leases(LockMode.LOCK);
        LeaseRequest first = new LeaseRequest(key, "first", Duration.ofMinutes(1), Duration.ofMinutes(10));
        var subscription = await(theirs.subscribe(first, _ -> {}));
        assertInstanceOf(Attempt.Busy.class, await(theirs.take(first)));
        for (int i = 1; i < SILENT; i++) {
            var _ = await(theirs.take(new LeaseRequest(key, "next-" + i, first.lease(), first.waitTimeout())));
        }
        eventually(
                Stages::pause,
                () -> REDIS.redis(Command.EXISTS, RedisKeys.lockSeen("lock:" + key))
                                .number()
                        == 0);
        await(handle.release());
        long looks = looksAtQueues();

        for (int i = 0; i < 50; i++) {
            await(acquire(node.lock(), LONG).release());
        }

        assertTrue(looksAtQueues() - looks < 20 * SILENT, "the whole queue was walked through again and again");
        assertInstanceOf(Attempt.Granted.class, await(theirs.take(first)));
        assertTrue(await(node.lock().tryAcquire(key, LONG)).isEmpty());
        assertTrue(await(theirs.release(first)));
        subscription.close();
        var _ = REDIS.redis(Command.DEL, RedisKeys.lockQueue("lock:" + key), RedisKeys.lock("lock:" + key));
    }

    private static long looksAtQueues() {
        Matcher calls = Pattern.compile("cmdstat_zrange:calls=(\\d+)")
                .matcher(REDIS.redis(Command.INFO, "commandstats").text());
        return calls.find() ? Long.parseLong(calls.group(1)) : 0;
    }

    @Test
    void aRestartedServerStillHasTheLockAndItsWaiterIsServed() throws IOException {
        try (OwnServer spare = OwnServer.redis(Path.of("target", "spare-redis", "outage"))) {
            LockNode holding = node(RedisFixture.settings(spare.uri(), SOON), RedisFixture.settings(spare.uri(), SOON));
            LockNode elsewhere =
                    node(RedisFixture.settings(spare.uri(), SOON), RedisFixture.settings(spare.uri(), SOON));
            LockHandle handle = acquire(holding.lock(), LONG);
            CompletableFuture<Optional<LockHandle>> waiting =
                    elsewhere.lock().tryAcquire(key, WAITING).toCompletableFuture();

            spare.kill();
            spare.startAgain();
            eventually(
                    Stages::pause,
                    () -> RedisFixture.answers(holding.link()) && RedisFixture.answers(elsewhere.link()));

            assertTrue(await(elsewhere.lock().tryAcquire(key, LONG)).isEmpty());
            assertFalse(waiting.isDone());
            await(handle.release());
            LockHandle next = await(waiting).orElseThrow();
            assertTrue(next.token() > handle.token());
            await(next.release());
        }
    }

    @Test
    void tokensGrowEvenWhenAllDataIsLost() throws IOException {
        try (OwnServer spare = OwnServer.redis(Path.of("target", "spare-redis", "outage"))) {
            LockNode fresh = node(
                    RedisFixture.settings(spare.uri(), LONG_ENOUGH), RedisFixture.settings(spare.uri(), LONG_ENOUGH));
            long last = 0;
            for (int i = 0; i < 5; i++) {
                LockHandle handle = acquire(fresh.lock(), LONG);
                assertTrue(handle.token() > last);
                last = handle.token();
                var _ = await(fresh.link().send(Request.cmd(Command.FLUSHALL)));
            }
        }
    }
}
