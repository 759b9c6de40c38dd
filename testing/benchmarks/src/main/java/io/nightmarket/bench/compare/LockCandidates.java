package io.nightmarket.bench.compare;

import io.nightmarket.bench.common.Servers;
import io.nightmarket.bench.compare.LockCandidate.Lock;
import io.nightmarket.bench.compare.LockCandidate.Node;
import io.nightmarket.bench.compare.LockCandidate.Taken;
import io.nightmarket.bootstrap.VertxTimers;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeasedLock;
import io.nightmarket.domain.lock.LockOptions;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.testkit.Waiting;
import io.nightmarket.testnode.OnLoop;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.redisson.api.RFencedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** The candidates, each with as many nodes, made as a node makes them. */
final class LockCandidates implements AutoCloseable {
    private static final int NODES = 2;
    private static final long WATCHED = -1;

    private final List<OnLoop> loops = new ArrayList<>();
    private final List<MySqlAdapters> databases = new ArrayList<>();
    private final List<RedissonClient> clients = new ArrayList<>();
    private final AtomicLong threads = new AtomicLong();
    private final Servers servers;

    LockCandidates(Servers servers) throws IOException {
        this.servers = servers;
        for (int i = 0; i < NODES; i++) {
            loops.add(servers.connect());
            databases.add(servers.mysql());
            clients.add(servers.redisson());
        }
    }

    LockCandidate ours() {
        return ours("Night Market on Redis", node -> loops.get(node).redis().leases());
    }

    LockCandidate oursOnRows() {
        return ours("Night Market on MySQL rows", node -> databases.get(node).leases());
    }

    private LockCandidate ours(String name, IntFunction<LeaseStore> stores) {
        return new LockCandidate(
                name,
                IntStream.range(0, NODES)
                        .mapToObj(node -> new Node(
                                work -> loops.get(node).loop().runOnContext(_ -> work.run()), ours(stores.apply(node))))
                        .toList());
    }

    private Lock ours(LeaseStore store) {
        DistributedLock lock = new LeasedLock(
                store,
                new VertxTimers(servers.vertx()),
                new SecureRandom(),
                UUID.randomUUID().toString());
        return (key, waitTimeout) -> lock.tryAcquire(key, LockOptions.DEFAULT.waiting(waitTimeout))
                .thenApply(held -> held.map(handle -> new Taken(handle.token(), handle::release)));
    }

    LockCandidate redisson() {
        return redisson("Redisson RLock", RedissonClient::getLock, this::take);
    }

    LockCandidate redissonFair() {
        return redisson("Redisson RFairLock", RedissonClient::getFairLock, this::take);
    }

    LockCandidate redissonFenced() {
        return redisson("Redisson RFencedLock", RedissonClient::getFencedLock, LockCandidates::takeWithToken);
    }

    private <L> LockCandidate redisson(
            String name,
            BiFunction<RedissonClient, String, L> locks,
            BiFunction<L, Duration, CompletionStage<Optional<Taken>>> take) {
        Function<RedissonClient, Node> node = client ->
                new Node(Runnable::run, (key, waitTimeout) -> take.apply(locks.apply(client, key), waitTimeout));
        return new LockCandidate(name, clients.stream().map(node).toList());
    }

    /** As another thread each time, by its id, for a lock is re-entered by the same one. */
    private CompletionStage<Optional<Taken>> take(RLock lock, Duration waitTimeout) {
        long thread = threads.incrementAndGet();
        CompletionStage<Boolean> taken = waitTimeout.isZero()
                ? lock.tryLockAsync(thread)
                : lock.tryLockAsync(waitTimeout.toMillis(), WATCHED, TimeUnit.MILLISECONDS, thread);
        return taken.thenApply(got -> got
                ? Optional.of(new Taken(LockCandidate.NO_TOKEN, () -> lock.unlockAsync(thread)))
                : Optional.empty());
    }

    /** A token is answered only to the thread that runs: so a key may have one taker at a time here. */
    private static CompletionStage<Optional<Taken>> takeWithToken(RFencedLock lock, Duration waitTimeout) {
        if (!waitTimeout.isZero()) {
            throw new IllegalArgumentException("those who wait on one thread would enter together");
        }
        long thread = Thread.currentThread().threadId();
        return lock.tryLockAndGetTokenAsync()
                .thenApply(token ->
                        Optional.ofNullable(token).map(got -> new Taken(got, () -> lock.unlockAsync(thread))));
    }

    @Override
    public void close() throws IOException {
        clients.forEach(RedissonClient::shutdown);
        for (MySqlAdapters database : databases) {
            var _ = Waiting.await(database.close());
        }
    }
}
