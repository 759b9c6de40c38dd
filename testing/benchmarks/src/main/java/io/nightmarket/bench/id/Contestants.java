package io.nightmarket.bench.id;

import io.nightmarket.bench.id.Contestant.Source;
import io.nightmarket.bench.server.Peer;
import io.nightmarket.bench.server.Servers;
import io.nightmarket.domain.id.IdGenerator;
import io.nightmarket.domain.id.IdSegments;
import io.nightmarket.domain.id.SegmentIdGenerator;
import io.nightmarket.testkit.Waiting;
import io.nightmarket.testnode.OnLoop;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.redisson.api.RIdGenerator;
import org.redisson.api.RedissonClient;

/** Who takes part, each in two lanes. Those who lease ids lease as many at a time. */
final class Contestants implements AutoCloseable {
    private static final int SEGMENT = 10_000;
    private static final int STRIDE = 1_000_000;
    /** Enough for who answers at once, as those do who lease ids. */
    private static final int ONE = 1;

    /** Who asks a server for each id does best with many. */
    private static final int MANY = 1_000;

    private final Servers servers;
    private final List<OnLoop> loops;
    private final AtomicLong granted = new AtomicLong(1);
    private final IdSegments granting = (_, size) -> CompletableFuture.completedStage(granted.getAndAdd(size));
    private final Redis plain;
    private final RedissonClient redisson;
    private final List<ExecutorService> threads =
            List.of(Executors.newSingleThreadExecutor(), Executors.newSingleThreadExecutor());

    Contestants(Servers servers) throws IOException {
        this.servers = servers;
        this.loops = List.of(servers.connect(), servers.connect());
        this.plain = servers.client();
        this.redisson = Peer.connect(servers.vertx(), servers.redisUri());
    }

    /** As wired: each event loop has a generator. */
    Contestant oursPerLoop() {
        AtomicLong leases = new AtomicLong();
        List<Source> lanes = loops.stream()
                .map(own -> new Source(thread(own), generator(own, leases)::next))
                .toList();
        return new Contestant("Night Market, a generator for each event loop", lanes, ONE, leases::get);
    }

    Contestant oursShared() {
        AtomicLong leases = new AtomicLong();
        IdGenerator shared = generator(loops.getFirst(), leases);
        List<Source> lanes =
                loops.stream().map(own -> new Source(thread(own), shared::next)).toList();
        return new Contestant("Night Market, one generator for two threads", lanes, ONE, leases::get);
    }

    /** The strides, of which some are granted in a run, cost nothing that is to be measured. */
    private IdGenerator generator(OnLoop own, AtomicLong leases) {
        IdSegments segments = own.redis().idSegments(granting, STRIDE);
        return new SegmentIdGenerator(new CountedSegments(segments, leases), Clock.systemUTC(), SEGMENT);
    }

    private static Executor thread(OnLoop own) {
        return work -> own.loop().runOnContext(_ -> work.run());
    }

    /**
     * Each lane has a thread of its own, not Redisson's: the generator answers those who wait one inside the other, and
     * those who ask again from there, or in thousands, overflow its stack, after which it never answers again (4.7.0).
     */
    Contestant redisson() throws IOException {
        RIdGenerator generator = redisson.getIdGenerator("bench:redisson-ids");
        if (!Waiting.await(generator.tryInitAsync(1, SEGMENT))) {
            throw new IOException("the Redis is not for this run alone");
        }
        List<Source> lanes = threads.stream()
                .map(thread -> new Source(thread, generator::nextIdAsync))
                .toList();
        return new Contestant("Redisson RIdGenerator", lanes, ONE, this::scripts);
    }

    Contestant increments() throws IOException {
        AtomicLong sent = new AtomicLong();
        return new Contestant(
                "INCR for each id", List.of(incrementing(0, sent), incrementing(1, sent)), MANY, sent::get);
    }

    private Source incrementing(int loop, AtomicLong sent) throws IOException {
        RedisConnection connection = Waiting.await(plain.connect().toCompletionStage());
        Supplier<CompletionStage<Long>> next = () -> {
            long _ = sent.incrementAndGet();
            return connection
                    .send(Request.cmd(Command.INCR, "bench:increments"))
                    .map(number -> Objects.requireNonNull(number).toLong())
                    .toCompletionStage();
        };
        return new Source(thread(loops.get(loop)), next);
    }

    /** Redisson leases by a script, and nobody else here runs one. */
    private long scripts() {
        try {
            return servers.calls("eval", "evalsha");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        threads.forEach(ExecutorService::close);
        redisson.shutdown();
        plain.close();
    }
}
