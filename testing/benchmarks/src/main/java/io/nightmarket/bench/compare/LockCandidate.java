package io.nightmarket.bench.compare;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * A lock to be compared.
 *
 * @param nodes between which it excludes; they take turns
 */
record LockCandidate(String name, List<Node> nodes) {
    /** No token: this lock has none. */
    static final long NO_TOKEN = 0;

    /**
     * A node's end of the lock.
     *
     * @param loop where its calls are best made from
     */
    record Node(Executor loop, Lock lock) {}

    /** Takes a key by a lease that a watchdog renews; empty when others held it during the whole wait. No wait asks once. */
    @FunctionalInterface
    interface Lock {
        CompletionStage<Optional<Taken>> take(String key, Duration waitTimeout);
    }

    /**
     * A key that was taken.
     *
     * @param token larger than that of all holders before, or {@link #NO_TOKEN}
     */
    record Taken(long token, Supplier<CompletionStage<?>> release) {}

    @Override
    public String toString() {
        return name;
    }
}
