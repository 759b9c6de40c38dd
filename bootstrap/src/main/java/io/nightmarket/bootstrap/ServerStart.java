package io.nightmarket.bootstrap;

import io.nightmarket.bootstrap.config.AppConfig.Servers;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The start of the embedded servers. A stop that comes meanwhile waits for it, for only then can it stop them. */
final class ServerStart {
    private static final Logger LOG = LoggerFactory.getLogger(ServerStart.class);
    private static final Duration DEADLINE = Duration.ofSeconds(150);

    private final ReentrantLock starting = new ReentrantLock();

    Servers start(Supplier<Servers> start) {
        starting.lock();
        try {
            return start.get();
        } finally {
            starting.unlock();
        }
    }

    void await() {
        try {
            if (starting.tryLock(DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
                starting.unlock();
            } else {
                LOG.warn("The servers are still starting and are left alone");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
