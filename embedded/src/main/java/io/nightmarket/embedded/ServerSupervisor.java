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

    ServerSupervisor(DirectoryLock lock, List<ServerLifecycle> keepers) {
        this.lock = lock;
        keepers.forEach(
                keeper -> servers.put(keeper, new RestartPolicy(System::nanoTime, RandomGenerator.getDefault())));
        timer = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("embedded-servers-watcher").factory());
        looking = timer.scheduleWithFixedDelay(this::look, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void look() {
        servers.forEach((keeper, policy) -> {
            try {
                look(keeper, policy);
            } catch (IOException | RuntimeException e) {
                log.error("{} could not be restarted: {}", keeper.name(), e.getMessage());
                if (policy.hasGivenUp()) {
                    log.error("{} is given up after {} tries in a row", keeper.name(), RestartPolicy.MOST_TRIES);
                }
            }
        });
    }

    private void look(ServerLifecycle keeper, RestartPolicy policy) throws IOException {
        if (keeper.runs()) {
            policy.seenAlive();
        } else if (policy.mayTry() && !looking.isCancelled()) {
            log.warn("{} is gone and is restarted", keeper.name());
            policy.tried();
            var _ = lock.holding(() -> {
                keeper.restart();
                return keeper;
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
