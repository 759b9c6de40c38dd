package io.nightmarket.bootstrap.password;

import io.nightmarket.domain.account.PasswordHasher;
import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.base.FairQueue;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.base.Unavailable;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * Hashes passwords on threads of its own, one for two processors. Networks take turns, so that none keeps the others waiting. Calls that
 * would wait too long fail with {@code Unavailable}: a flood of logins takes no more than these threads and 19 MiB for each.
 */
public final class WorkerHasher implements PasswordHasher {
    private static final int THREADS = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    private static final int MAX_NETWORKS = 64;
    private static final int MAX_OF_NETWORK = 32;
    private static final Duration MAX_WAIT = Duration.ofSeconds(3);

    private final WorkerExecutor threads;
    private final Timers timers;
    private final RandomGenerator secureRandom;
    private final String unmatched;
    private final FairQueue<String> queue;
    private final Map<String, Integer> calls = new ConcurrentHashMap<>();

    public WorkerHasher(Vertx vertx, Timers timers, RandomGenerator secureRandom) {
        this.threads = vertx.createSharedWorkerExecutor("passwords", THREADS);
        this.timers = timers;
        this.secureRandom = secureRandom;
        this.unmatched = Argon2Hashes.unmatched(secureRandom);
        this.queue = new FairQueue<>(new Bulkhead(THREADS, MAX_NETWORKS), MAX_WAIT, timers);
    }

    private <T> CompletionStage<T> onThread(String network, Callable<T> work) {
        long arrival = timers.nanoTime();
        CompletionStage<T> outcome = calls.merge(network, 1, Integer::sum) > MAX_OF_NETWORK
                ? tooMany()
                : queue.run(
                        network,
                        () -> timers.nanoTime() - arrival > MAX_WAIT.toNanos()
                                ? tooMany()
                                : threads.executeBlocking(work, false).toCompletionStage());
        return outcome.whenComplete((_, _) -> calls.computeIfPresent(network, (_, own) -> own == 1 ? null : own - 1));
    }

    private static <T> CompletionStage<T> tooMany() {
        return CompletableFuture.failedStage(new Unavailable("too many passwords of the network are queued"));
    }

    @Override
    public CompletionStage<String> hash(String password, String network) {
        return onThread(network, () -> Argon2Hashes.hash(password, secureRandom));
    }

    @Override
    public CompletionStage<Boolean> matches(String password, String hash, String network) {
        return onThread(
                network,
                () -> Argon2Hashes.matches(password, hash).orElseGet(() -> {
                    // For the time that it takes.
                    var _ = Argon2Hashes.matches(password, unmatched);
                    return SaltedMd5.matches(password, hash);
                }));
    }

    @Override
    public boolean isCurrent(String hash) {
        return Argon2Hashes.isCurrent(hash);
    }

    @Override
    public String unmatched() {
        return unmatched;
    }
}
