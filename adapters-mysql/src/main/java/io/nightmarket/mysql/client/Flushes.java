package io.nightmarket.mysql.client;

import io.vertx.core.Future;
import java.util.function.Supplier;

/** Writes what is buffered, in one flush at a time. Safe for use by several threads. */
public final class Flushes {
    private final Supplier<Future<Void>> write;
    private Future<Void> last = Future.succeededFuture();

    /** @param write writes what is buffered when it is called; never fails */
    public Flushes(Supplier<Future<Void>> write) {
        this.write = write;
    }

    /** Begins to write what was buffered, unless a flush is under way, and waits for it. Never fails. */
    public synchronized Future<Void> flush() {
        if (last.isComplete()) {
            last = write.get();
        }
        return last;
    }

    /** Writes all that was buffered before the call: what came during a flush waits for the next one. Never fails. */
    public Future<Void> flushAll() {
        return flush().compose(_ -> flush());
    }
}
