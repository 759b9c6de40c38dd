package io.nightmarket.bench.compare;

import io.nightmarket.bench.common.Servers;
import io.nightmarket.bench.compare.Comparison.Better;
import io.nightmarket.bench.compare.IdCandidate.Round;
import io.nightmarket.bench.compare.IdCandidate.Source;
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
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.redisson.api.RIdGenerator;
import org.redisson.api.RedissonClient;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Measures the making of ids against Redisson's and a plain counter, on one Redis in one run, and that all differ. */
@CommandLine.Command(
        name = "ids",
        description = "Measures ids side by side with those of Redisson and of a plain counter.",
        mixinStandardHelpOptions = true)
public final class IdsCommand extends SideBySide {
    private static final int SEGMENT = 10_000;
    private static final int STRIDE = 1_000_000;

    /** Enough for who answers at once, as those do who lease ids. */
    private static final int ONE = 1;

    /** A generator that asks a server for each id does best with many callers. */
    private static final int MANY = 1_000;

    @Option(names = "--ids", description = "ids that each of two threads draws in a round at most (300000)")
    private int ids = 300_000;

    /** In all rounds, the warm-up among them. */
    private final Map<String, List<LongBuffer>> drawn = new LinkedHashMap<>();

    public IdsCommand() {
        super("ids");
    }

    @Override
    void measure(Servers servers, Path folder) throws IOException {
        Redis plain = servers.client();
        RedissonClient client = servers.redisson();
        List<ExecutorService> threads =
                List.of(Executors.newSingleThreadExecutor(), Executors.newSingleThreadExecutor());
        try {
            List<OnLoop> loops = List.of(servers.connect(), servers.connect());
            IdCandidate redisson = redisson(servers, client, threads);
            var rounds = alternately("ids", List.of(ours(loops), redisson, increments(plain, loops)), candidate -> {
                Round round = candidate.round(length(), ids);
                drawn.computeIfAbsent(candidate.name(), _ -> new ArrayList<>()).add(round.ids());
                return round;
            });
            drawn.forEach(this::verifyDifferent);
            compare("ids", "per second", Better.HIGHER, redisson, rounds, Round::rate);
            compare(
                    "round trips to Redis",
                    "per 1,000 ids",
                    Better.LOWER,
                    redisson,
                    rounds,
                    Round::roundTripsPerThousand);
        } finally {
            threads.forEach(ExecutorService::close);
            client.shutdown();
            plain.close();
        }
    }

    private void verifyDifferent(String candidate, List<LongBuffer> drawn) {
        long[] all = drawn.stream()
                .flatMapToLong(ids -> LongStream.of(ids.array()))
                .sorted()
                .toArray();
        long twice = 0;
        for (int i = 1; i < all.length; i++) {
            twice += all[i] == all[i - 1] ? 1 : 0;
        }
        report.verify(all.length > 0 && twice == 0, "%s: %,d ids, %,d of them twice.", candidate, all.length, twice);
    }

    /** As wired: each event loop has a generator. The strides that are granted cost nothing that is to be measured. */
    private static IdCandidate ours(List<OnLoop> loops) {
        AtomicLong granted = new AtomicLong(1);
        IdSegments granting = (_, size, _) -> CompletableFuture.completedStage(granted.getAndAdd(size));
        AtomicLong leases = new AtomicLong();
        List<Source> lanes = loops.stream()
                .map(loop -> {
                    IdSegments segments = loop.redis().idSegments(granting, STRIDE);
                    IdSegments counted = (day, size, above) -> {
                        long _ = leases.incrementAndGet();
                        return segments.lease(day, size, above);
                    };
                    return new Source(thread(loop), new SegmentIdGenerator(counted, Clock.systemUTC(), SEGMENT)::next);
                })
                .toList();
        return new IdCandidate("Night Market, a generator for each event loop", lanes, ONE, leases::get);
    }

    private static Executor thread(OnLoop loop) {
        return work -> loop.loop().runOnContext(_ -> work.run());
    }

    /**
     * Each lane has a thread of its own, not Redisson's: the generator answers those who wait one inside the other, and
     * those who ask again from there, or in thousands, overflow its stack, after which it never answers again (4.7.0).
     * It leases by a script, and no other candidate here runs one.
     */
    private static IdCandidate redisson(Servers servers, RedissonClient client, List<? extends Executor> threads)
            throws IOException {
        RIdGenerator generator = client.getIdGenerator("bench:redisson-ids");
        if (!Waiting.await(generator.tryInitAsync(1, SEGMENT))) {
            throw new IOException("the Redis is not for this run alone");
        }
        List<Source> lanes = threads.stream()
                .map(thread -> new Source(thread, generator::nextIdAsync))
                .toList();
        return new IdCandidate("Redisson RIdGenerator", lanes, ONE, () -> {
            try {
                return servers.calls("eval", "evalsha");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static IdCandidate increments(Redis plain, List<OnLoop> loops) throws IOException {
        AtomicLong sent = new AtomicLong();
        List<Source> lanes = new ArrayList<>();
        for (OnLoop loop : loops) {
            RedisConnection connection = Waiting.await(plain.connect().toCompletionStage());
            lanes.add(new Source(thread(loop), () -> {
                long _ = sent.incrementAndGet();
                return connection
                        .send(Request.cmd(Command.INCR, "bench:increments"))
                        .map(number -> Objects.requireNonNull(number).toLong())
                        .toCompletionStage();
            }));
        }
        return new IdCandidate("INCR for each id", lanes, MANY, sent::get);
    }
}
