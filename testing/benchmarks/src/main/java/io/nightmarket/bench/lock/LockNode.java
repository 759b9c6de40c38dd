package io.nightmarket.bench.lock;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A node's end of a lock, by whomever it is made. */
interface LockNode {
    /** Begins work where this lock's calls are best made from. */
    void start(Runnable work);

    /** Takes a key by a lease that a watchdog keeps up; nothing when others held it for so long. No patience asks once. */
    CompletionStage<Optional<Taken>> take(String key, Duration patience);

    /** A key that was taken. */
    interface Taken {
        /** No token: this lock has none. */
        long NONE = 0;

        /** Larger than that of all holds before, or {@link #NONE}. */
        long token();

        CompletionStage<?> release();
    }
}
