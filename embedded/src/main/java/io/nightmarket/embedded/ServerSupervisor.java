package io.nightmarket.embedded;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks after the servers while a node lives, and brings back one that died. */
final class ServerSupervisor implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ServerSupervisor.class);
    private static final Duration PERIOD = Duration.ofMillis(500);
    private static final Duration LAST_LOOK = Duration.ofSeconds(10);

    private final DirectoryLock lock;
    private final Map<ServerLifecycle, RestartPolicy> servers = new LinkedHashMap<>();
    private final ScheduledExecutorService timer;
    private final ScheduledFuture<?> looking;

    ServerSupervisor(DirectoryLock lock, List<ServerLifecycle> lifecycles) {
        this.lock = lock;
        lifecycles.forEach(
                lifecycle -> servers.put(lifecycle, new RestartPolicy(System::nanoTime, RandomGenerator.getDefault())));
        timer = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("embedded-servers-watcher").factory());
        looking = timer.scheduleWithFixedDelay(this::look, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void look() {
        servers.forEach((lifecycle, policy) -> {
            try {
                look(lifecycle, policy);
            } catch (IOException | RuntimeException e) {
                log.error("{} could not be restarted: {}", lifecycle.name(), e.getMessage());
                if (policy.hasGivenUp()) {
                    log.error("{} is given up after {} tries in a row", lifecycle.name(), RestartPolicy.MAX_TRIES);
                }
            }
        });
    }

    private void look(ServerLifecycle lifecycle, RestartPolicy policy) throws IOException {
        if (lifecycle.runs()) {
            policy.seenAlive();
        } else if (policy.mayTry() && !looking.isCancelled()) {
            log.warn("{} is gone and is restarted", lifecycle.name());
            policy.tried();
            var _ = lock.holding(() -> {
                lifecycle.restart();
                return lifecycle;
            });
        }
    }

    /** Ends the watch; a restart under way is interrupted. */
    @Override
    public void close() {
        timer.shutdownNow();
        try {
            if (!timer.awaitTermination(LAST_LOOK.toSeconds(), TimeUnit.SECONDS)) {
                log.warn("The watch over the embedded servers did not end in {} s", LAST_LOOK.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
