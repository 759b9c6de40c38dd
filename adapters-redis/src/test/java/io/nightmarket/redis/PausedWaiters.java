package io.nightmarket.redis;

import io.nightmarket.domain.lock.LockHandle;
import io.nightmarket.domain.lock.LockOptions;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A process whose nodes wait for one lock each, to be stopped by a signal while they wait. */
final class PausedWaiters {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private PausedWaiters() {}

    /** Arguments: address of Redis, key of the lock, number of nodes. Waits until it is killed. */
    public static void main(String[] arguments) {
        Vertx vertx = Vertx.vertx();
        for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
            LockNode node = new LockNode(vertx, RedisFixture.settings(arguments[0], TIMEOUT));
            LockOptions options = LockOptions.fixed(Duration.ofMinutes(1)).waiting(Duration.ofMinutes(10));
            CompletionStage<Optional<LockHandle>> _ = node.lock().tryAcquire(arguments[1], options);
        }
        new CompletableFuture<Void>().join();
    }

    static Process start(String redis, String key, int nodes) throws IOException {
        return new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        PausedWaiters.class.getName(),
                        redis,
                        key,
                        Integer.toString(nodes))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
