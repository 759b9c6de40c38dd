package io.nightmarket.testkit;

import io.vertx.core.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for what Vert.x promises. */
public final class Futures {
    private Futures() {}

    /** What the future has after a minute at most; throws what it failed with. */
    public static <T> T await(Future<T> future) {
        try {
            return future.await(60, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("no answer", e);
        }
    }
}
