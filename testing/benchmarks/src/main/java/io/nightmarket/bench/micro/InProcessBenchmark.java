package io.nightmarket.bench.micro;

import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.id.IdGenerator;
import io.nightmarket.domain.id.IdSegments;
import io.nightmarket.domain.id.SegmentIdGenerator;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeasedLock;
import io.nightmarket.domain.lock.LockHandle;
import io.nightmarket.domain.lock.LockOptions;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderNumbers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.PubSecKeyOptions;
import io.vertx.ext.auth.User;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** What the node does by itself for each request: no server takes part. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class InProcessBenchmark {
    private static IdGenerator generator() {
        AtomicLong leased = new AtomicLong(1);
        IdSegments segments = (_, size, _) -> CompletableFuture.completedStage(leased.getAndAdd(size));
        return new SegmentIdGenerator(segments, Clock.systemUTC(), 10_000);
    }

    /** As each event loop has it. */
    @State(Scope.Thread)
    public static class OwnIds {
        private final IdGenerator ids = generator();
    }

    /** One for all threads. */
    @State(Scope.Benchmark)
    public static class SharedIds {
        private final IdGenerator ids = generator();
    }

    @Benchmark
    @Threads(2)
    public long idOfOwnGenerator(OwnIds own) {
        return own.ids.next().toCompletableFuture().join();
    }

    @Benchmark
    @Threads(2)
    public long idOfSharedGenerator(SharedIds shared) {
        return shared.ids.next().toCompletableFuture().join();
    }

    /** Numbers of orders. */
    @State(Scope.Benchmark)
    public static class Numbers {
        private final OrderNumbers numbers = new OrderNumbers(new byte[32]);
        private final OrderId order = new OrderId(662_798_897_853_389_065L);
        private final String number = numbers.of(order);
    }

    @Benchmark
    public String numberOfOrder(Numbers state) {
        return state.numbers.of(state.order);
    }

    @Benchmark
    public Optional<OrderId> orderOfNumber(Numbers state) {
        return state.numbers.find(state.number);
    }

    /** A token of a session, as the node signs it. */
    @State(Scope.Benchmark)
    public static class Tokens {
        private static final String ALGORITHM = "HS256";

        private final Vertx vertx = Vertx.vertx();
        private final JWTAuth tokens = JWTAuth.create(
                vertx,
                new JWTAuthOptions()
                        .addPubSecKey(
                                new PubSecKeyOptions().setAlgorithm(ALGORITHM).setBuffer(Buffer.buffer(new byte[32]))));
        private final TokenCredentials token = new TokenCredentials(tokens.generateToken(
                new JsonObject()
                        .put("sid", "0".repeat(32))
                        .put("sub", "1000000")
                        .put("exp", Integer.MAX_VALUE),
                new JWTOptions().setAlgorithm(ALGORITHM).setNoTimestamp(true)));

        @TearDown
        public void close() {
            vertx.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    @Benchmark
    public Future<User> verificationOfToken(Tokens state) {
        return state.tokens.authenticate(state.token);
    }

    /** A lock whose server answers at once. */
    @State(Scope.Benchmark)
    public static class Locks {
        private final DistributedLock lock =
                new LeasedLock(new GrantingStore(), new NoTimers(), new Random(1), "benchmark");
    }

    @Benchmark
    public Optional<Boolean> lockTakenAndReleased(Locks state) {
        CompletionStage<Optional<Boolean>> done =
                state.lock.withLease("key", LockOptions.DEFAULT, InProcessBenchmark::work);
        return done.toCompletableFuture().join();
    }

    private static CompletionStage<Boolean> work(LockHandle handle) {
        return CompletableFuture.completedStage(handle.token() > 0);
    }

    private static final class GrantingStore implements LeaseStore {
        private final AtomicLong tokens = new AtomicLong();

        @Override
        public CompletionStage<Attempt> take(LeaseRequest request) {
            return CompletableFuture.completedStage(new Attempt.Granted(tokens.incrementAndGet(), request.lease()));
        }

        @Override
        public CompletionStage<Boolean> renew(LeaseRequest request, int reentranceCount) {
            return CompletableFuture.completedStage(true);
        }

        @Override
        public CompletionStage<Boolean> release(LeaseRequest request) {
            return CompletableFuture.completedStage(true);
        }

        @Override
        public CompletionStage<Subscription> subscribe(LeaseRequest request, WakeUp wakeUp) {
            return CompletableFuture.completedStage(() -> {});
        }
    }

    private static final class NoTimers implements Timers {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public Timer after(Duration delay, Runnable task) {
            return () -> {};
        }
    }
}
