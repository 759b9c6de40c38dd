package io.nightmarket.bootstrap.violating;

import io.vertx.core.Future;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** Each of these breaks a rule on purpose. */
public final class WaitsOnTheLoop {
    private WaitsOnTheLoop() {}

    public static final class OnAFuture {
        private OnAFuture() {}

        static Object waits(CompletableFuture<?> future) {
            return future.join();
        }
    }

    public static final class OnVertx {
        private OnVertx() {}

        static Object waits(Future<?> future) {
            return future.await();
        }
    }

    public static final class OnALatch {
        private OnALatch() {}

        static void waits(CountDownLatch latch) throws InterruptedException {
            latch.await();
        }
    }

    public static final class Asleep {
        private Asleep() {}

        @SuppressWarnings("ThreadSleepMillis")
        static void waits() throws InterruptedException {
            Thread.sleep(1);
        }
    }
}
