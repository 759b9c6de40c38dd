package io.nightmarket.bootstrap.verticle;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.verticle.RoundsVerticle.Rounds;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.lock.LockOptions;
import io.nightmarket.domain.memory.InMemoryLeases;
import io.nightmarket.domain.memory.ManualTimers;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Work that one node of several does, round by round. */
@ExtendWith(VertxExtension.class)
@SuppressWarnings("NullAway.Init")
final class RoundsVerticleTest {
    private static final String NAME = "work";
    private static final Duration PAUSE = Duration.ofMillis(5);

    private Vertx vertx;
    private final ManualTimers timers = new ManualTimers();
    private final DistributedLock lock = InMemoryLeases.lock(timers);

    /** Counts its rounds, and how often it was left. */
    private static final class Work implements Rounds {
        private final AtomicInteger rounds = new AtomicInteger();
        private final AtomicInteger left = new AtomicInteger();
        private volatile boolean failing;
        private volatile CompletableFuture<Void> underWay = CompletableFuture.completedFuture(null);

        @Override
        public CompletionStage<Void> round() {
            rounds.incrementAndGet();
            return failing ? CompletableFuture.failedStage(new Unavailable("away")) : underWay;
        }

        @Override
        public void leave() {
            left.incrementAndGet();
        }

        private void awaitFirst() {
            Stages.eventually(Stages::pause, () -> rounds.get() == 1);
        }

        private void awaitMore(int rounds) {
            int wanted = this.rounds.get() + rounds;
            Stages.eventually(Stages::pause, () -> this.rounds.get() >= wanted);
        }
    }

    private String deploy(Work work) {
        return await(vertx.deployVerticle(new RoundsVerticle(NAME, work, lock, PAUSE))
                .toCompletionStage());
    }

    private void undeploy(String id) {
        var _ = await(vertx.undeploy(id).toCompletionStage());
    }

    @BeforeEach
    void use(Vertx given) {
        vertx = given;
    }

    @Test
    void oneNodeWorksUntilItLeavesThenAnother() {
        Work first = new Work();
        Work second = new Work();
        String node = deploy(first);
        first.awaitMore(1);
        String _ = deploy(second);
        first.awaitMore(10);
        assertEquals(0, second.rounds.get());

        undeploy(node);

        assertEquals(1, first.left.get());
        int done = first.rounds.get();
        second.awaitMore(3);
        assertEquals(done, first.rounds.get());
        assertEquals(0, second.left.get());
    }

    @Test
    void whoFailsLetsAnotherTry() {
        Work failing = new Work();
        failing.failing = true;
        Work working = new Work();
        String _ = deploy(failing);
        failing.awaitMore(2);
        assertTrue(failing.left.get() > 0);
        String _ = deploy(working);

        working.awaitMore(10);
        int tried = failing.rounds.get();
        working.awaitMore(10);

        assertEquals(tried, failing.rounds.get());
    }

    @Test
    void whoLostTheLockStandsBy() {
        Work work = new Work();
        String _ = deploy(work);
        work.awaitMore(1);
        timers.advance(LockOptions.MAX_HOLD_TIME);
        Stages.eventually(Stages::pause, () -> work.left.get() == 1);

        // What the store still has of the lease was given up.
        work.awaitMore(2);

        assertEquals(1, work.left.get());
    }

    @Test
    void aRoundThatTakesLongHoldsUpNoStop() {
        Work endless = new Work();
        endless.underWay = new CompletableFuture<>();
        RoundsVerticle verticle = new RoundsVerticle(NAME, endless, Optional.of(lock), PAUSE, PAUSE);
        String node = await(vertx.deployVerticle(verticle).toCompletionStage());
        endless.awaitFirst();
        Work next = new Work();
        String _ = deploy(next);

        undeploy(node);

        next.awaitMore(1);
        assertEquals(0, endless.left.get(), "its round is still under way");
        endless.underWay.complete(null);
        next.awaitMore(10);
        assertEquals(1, endless.rounds.get());
    }

    @Test
    void aRoundIsWaitedForBeforeTheNextNodeBegins() {
        Work first = new Work();
        first.underWay = new CompletableFuture<>();
        String node = deploy(first);
        first.awaitFirst();
        Work next = new Work();
        String _ = deploy(next);
        CompletionStage<Void> stopped = vertx.undeploy(node).toCompletionStage();
        assertEquals(0, next.rounds.get());

        first.underWay.complete(null);

        await(stopped);
        assertEquals(1, first.left.get());
        next.awaitMore(1);
    }

    @Test
    void whatIsNotForOneEachNodeDoesAndGoesOnAfterAFailure() {
        Work failing = new Work();
        failing.failing = true;
        Work working = new Work();
        for (Work work : List.of(failing, working)) {
            var _ = await(vertx.deployVerticle(RoundsVerticle.onEveryNode(NAME, work, PAUSE))
                    .toCompletionStage());
        }

        failing.awaitMore(3);
        working.awaitMore(3);
    }
}
