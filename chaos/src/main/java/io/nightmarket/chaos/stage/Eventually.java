package io.nightmarket.chaos.stage;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Waits for what the product brings about by itself. */
public final class Eventually {
    private static final Duration STEP = Duration.ofMillis(20);

    private Eventually() {}

    /** Something to look at that may be out of reach for a while. */
    public interface Condition {
        boolean holds() throws IOException, SQLException;
    }

    /** Whether it came to hold in time. What can't be looked at does not hold. */
    public static boolean within(Duration limit, Condition condition) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!holds(condition)) {
            if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(STEP.toNanos());
        }
        return true;
    }

    /** Fails when it did not. */
    public static void await(String what, Duration limit, Condition condition) throws IOException {
        if (!within(limit, condition)) {
            throw new IOException("not within " + limit.toSeconds() + " s: " + what);
        }
    }

    /** Something to look for, or to try. */
    public interface Search<T> {
        /** Empty when it is not there yet. */
        Optional<T> result() throws IOException, SQLException;
    }

    /** What comes to be found in time; what fails is tried again. */
    public static <T> T found(String what, Duration limit, Search<T> search) throws IOException {
        List<T> found = new ArrayList<>();
        await(what, limit, () -> {
            search.result().ifPresent(found::add);
            return !found.isEmpty();
        });
        return found.getFirst();
    }

    /** Lets time pass. */
    public static void rest(Duration time) {
        long due = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static boolean holds(Condition condition) {
        try {
            return condition.holds();
        } catch (IOException | SQLException e) {
            return false;
        }
    }
}
