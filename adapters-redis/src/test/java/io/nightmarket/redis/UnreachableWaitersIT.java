package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.lock.LockHandle;
import io.nightmarket.domain.lock.LockOptions;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.testkit.ReplyFault;
import io.nightmarket.testkit.ReplyFault.Fate;
import io.nightmarket.testkit.Signals;
import io.nightmarket.testkit.TcpProxy;
import io.vertx.redis.client.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Waiters at the head of the queue that can't be reached, though their connections are open, delay the others briefly. */
@Tag("outage")
final class UnreachableWaitersIT {
    @RegisterExtension
    private static final RedisFixture REDIS =
            RedisFixture.onItsOwnServer(Path.of("target", "spare-redis", "unreachable-waiters"));

    private static final LockOptions HOLDING = LockOptions.fixed(Duration.ofSeconds(60));
    private static final LockOptions WAITING = HOLDING.waiting(Duration.ofMinutes(5));

    /** Two seconds for all of them, and as much again for a busy machine; the lease lasts far longer. */
    private static final Duration BOUND = Duration.ofSeconds(4);

    private static final Duration PATIENCE = Duration.ofSeconds(70);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final String key = "unreachable:" + UUID.randomUUID();
    private final TcpProxy proxy = new TcpProxy(REDIS.uri());
    private final List<LockNode> nodes = new ArrayList<>();
    private final LockNode node = node(REDIS.uri());

    private LockNode node(String uri) {
        LockNode made = new LockNode(REDIS.vertx(), RedisFixture.settings(uri, TIMEOUT));
        nodes.add(made);
        return made;
    }

    @AfterEach
    void close() {
        proxy.close();
        nodes.forEach(LockNode::close);
    }

    private void awaitQueue(int length) {
        Stages.eventually(
                Stages::pause,
                () -> REDIS.redis(Command.ZCARD, RedisKeys.lockQueue("lock:" + key))
                                .number()
                        == length);
    }

    private CompletableFuture<Optional<LockHandle>> waitIn(LockNode where, int place) {
        CompletableFuture<Optional<LockHandle>> waiting =
                where.lock().tryAcquire(key, WAITING).toCompletableFuture();
        awaitQueue(place);
        return waiting;
    }

    private LockHandle handle() {
        return await(node.lock().tryAcquire(key, HOLDING)).orElseThrow();
    }

    private void isPassedOnInTime(LockHandle handle, CompletableFuture<Optional<LockHandle>> living, String which) {
        long released = System.nanoTime();
        await(handle.release());
        LockHandle next = await(living, PATIENCE).orElseThrow();
        Duration took = Duration.ofNanos(System.nanoTime() - released);
        System.out.println(
                "unreachable waiters, " + which + ": the next got the lock after " + took.toMillis() + " ms");
        assertTrue(took.compareTo(BOUND) <= 0, took::toString);
        await(next.release());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void stoppedBySignal(int unreachable) throws IOException {
        LockHandle handle = handle();
        Process stopped = PausedWaiters.start(REDIS.uri(), key, unreachable);
        try {
            awaitQueue(unreachable);
            CompletableFuture<Optional<LockHandle>> living = waitIn(node(REDIS.uri()), unreachable + 1);
            Signals.pause(stopped.toHandle());

            isPassedOnInTime(handle, living, unreachable + " stopped");
        } finally {
            Signals.kill(stopped.toHandle());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void behindAProxyThatStalls(int unreachable) {
        LockHandle handle = handle();
        for (int i = 1; i <= unreachable; i++) {
            var _ = waitIn(node(proxy.uri()), i);
        }
        CompletableFuture<Optional<LockHandle>> living = waitIn(node(REDIS.uri()), unreachable + 1);
        proxy.injectIntoRequests(new ReplyFault(Fate.DELAY, 1, Duration.ofDays(1)), 1);
        proxy.inject(new ReplyFault(Fate.DELAY, 1, Duration.ofDays(1)), 2);

        isPassedOnInTime(handle, living, unreachable + " stalled");
    }
}
