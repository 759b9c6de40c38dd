package io.nightmarket.bootstrap.password;

import io.nightmarket.domain.account.PasswordHasher;
import io.nightmarket.domain.concurrent.Bulkhead;
import io.nightmarket.domain.concurrent.Timers;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;

/**
 * Hashes passwords on threads of its own, one for four processors. Calls that would wait too long fail with {@code Unavailable}: a flood of logins
 * takes no more than these threads and 19 MiB for each.
 */
public final class WorkerHasher implements PasswordHasher {
    private static final int THREADS = Math.max(1, Runtime.getRuntime().availableProcessors() / 4);
    private static final int QUEUE_CAPACITY = 64;
    private static final Duration MAX_WAIT = Duration.ofSeconds(3);

    private final WorkerExecutor threads;
    private final Timers timers;
    private final RandomGenerator secureRandom;
    private final String unmatched;
    private final Bulkhead bulkhead = new Bulkhead(THREADS, QUEUE_CAPACITY);

    public WorkerHasher(Vertx vertx, Timers timers, RandomGenerator secureRandom) {
        this.threads = vertx.createSharedWorkerExecutor("passwords", THREADS);
        this.timers = timers;
        this.secureRandom = secureRandom;
        this.unmatched = Argon2Hashes.unmatched(secureRandom);
    }

    private <T> CompletionStage<T> onThread(Callable<T> work) {
        return bulkhead.run(() -> threads.executeBlocking(work, false).toCompletionStage(), MAX_WAIT, timers);
    }

    @Override
    public CompletionStage<String> hash(String password) {
        return onThread(() -> Argon2Hashes.hash(password, secureRandom));
    }

    @Override
    public CompletionStage<Boolean> matches(String password, String hash) {
        return onThread(() -> Argon2Hashes.matches(password, hash).orElseGet(() -> {
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
