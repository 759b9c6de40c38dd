package io.nightmarket.bootstrap.verticle;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.verticle.JobVerticle.Job;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.contract.Stages;
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

/** A job that one node of several runs, again and again. */
@ExtendWith(VertxExtension.class)
@SuppressWarnings("NullAway.Init")
final class JobVerticleTest {
    private static final String NAME = "work";
    private static final Duration INTERVAL = Duration.ofMillis(5);

    private Vertx vertx;
    private final ManualTimers timers = new ManualTimers();
    private final DistributedLock lock = InMemoryLeases.lock(timers);

    /** Counts its iterations, and how often it lost the leadership. */
    private static final class Work implements Job {
        private final AtomicInteger iterations = new AtomicInteger();
        private final AtomicInteger left = new AtomicInteger();
        private volatile boolean failing;
        private volatile CompletableFuture<Void> underWay = CompletableFuture.completedFuture(null);

        @Override
        public CompletionStage<Void> run() {
            iterations.incrementAndGet();
            return failing ? CompletableFuture.failedStage(new Unavailable("away")) : underWay;
        }

        @Override
        public void onLeadershipLost() {
            left.incrementAndGet();
        }

        private void awaitFirst() {
            Stages.eventually(Stages::pause, () -> iterations.get() == 1);
        }

        private void awaitMore(int more) {
            int wanted = this.iterations.get() + more;
            Stages.eventually(Stages::pause, () -> this.iterations.get() >= wanted);
        }
    }

    private String deploy(Work work) {
        return await(vertx.deployVerticle(new JobVerticle(NAME, work, lock, INTERVAL))
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
    void oneNodeRunsItUntilItStopsThenAnother() {
        Work first = new Work();
        Work second = new Work();
        String node = deploy(first);
        first.awaitMore(1);
        String _ = deploy(second);
        first.awaitMore(10);
        assertEquals(0, second.iterations.get());

        undeploy(node);

        assertEquals(1, first.left.get());
        int done = first.iterations.get();
        second.awaitMore(3);
        assertEquals(done, first.iterations.get());
        assertEquals(0, second.left.get());
    }

    @Test
    void afterAFailureAnotherNodeTries() {
        Work failing = new Work();
        failing.failing = true;
        Work working = new Work();
        String _ = deploy(failing);
        failing.awaitMore(2);
        assertTrue(failing.left.get() > 0);
        String _ = deploy(working);

        working.awaitMore(10);
        int tried = failing.iterations.get();
        working.awaitMore(10);

        assertEquals(tried, failing.iterations.get());
    }

    @Test
    void aLostLeaseIsReported() {
        Work work = new Work();
        String _ = deploy(work);
        work.awaitMore(1);
        timers.advance(LockOptions.MAX_HOLD_TIME);
        Stages.eventually(Stages::pause, () -> work.left.get() == 1);

        // What the store still had of the lease was released.
        work.awaitMore(2);

        assertEquals(1, work.left.get());
    }

    @Test
    void aLongIterationDelaysNoStop() {
        Work endless = new Work();
        endless.underWay = new CompletableFuture<>();
        JobVerticle verticle = new JobVerticle(NAME, endless, Optional.of(lock), INTERVAL, INTERVAL);
        String node = await(vertx.deployVerticle(verticle).toCompletionStage());
        endless.awaitFirst();
        Work next = new Work();
        String _ = deploy(next);

        undeploy(node);

        next.awaitMore(1);
        assertEquals(0, endless.left.get(), "its iteration is still under way");
        endless.underWay.complete(null);
        next.awaitMore(10);
        assertEquals(1, endless.iterations.get());
    }

    @Test
    void anIterationEndsBeforeTheNextNodeBegins() {
        Work first = new Work();
        first.underWay = new CompletableFuture<>();
        String node = deploy(first);
        first.awaitFirst();
        Work next = new Work();
        String _ = deploy(next);
        CompletionStage<Void> stopped = vertx.undeploy(node).toCompletionStage();
        assertEquals(0, next.iterations.get());

        first.underWay.complete(null);

        await(stopped);
        assertEquals(1, first.left.get());
        next.awaitMore(1);
    }

    @Test
    void aJobOfEveryNodeRunsOnEachAndGoesOnAfterAFailure() {
        Work failing = new Work();
        failing.failing = true;
        Work working = new Work();
        for (Work work : List.of(failing, working)) {
            var _ = await(vertx.deployVerticle(JobVerticle.onEveryNode(NAME, work, INTERVAL))
                    .toCompletionStage());
        }

        failing.awaitMore(3);
        working.awaitMore(3);
    }
}
