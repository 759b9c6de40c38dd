package io.nightmarket.testkit;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Polls a condition until it holds or a timeout passes. */
public final class Eventually {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration INTERVAL = Duration.ofMillis(20);

    private Eventually() {}

    /** A condition whose check may fail while a server is away; a failed check counts as "not yet". */
    public interface Condition {
        boolean holds() throws IOException, SQLException;
    }

    /** Fails the test when the condition does not hold within a minute. */
    public static void holds(String what, Condition condition) {
        holdsWithin(TIMEOUT, what, condition);
    }

    /** Fails the test when the condition does not hold before the timeout. */
    public static void holdsWithin(Duration timeout, String what, Condition condition) {
        if (!within(timeout, condition)) {
            throw new AssertionError("not within " + timeout.toSeconds() + " s: " + what);
        }
    }

    /** Whether the condition came to hold before the timeout. */
    public static boolean within(Duration timeout, Condition condition) {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!check(condition)) {
            if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(INTERVAL.toNanos());
        }
        return true;
    }

    /** Fails when the condition does not hold before the timeout. */
    public static void await(String what, Duration timeout, Condition condition) throws IOException {
        if (!within(timeout, condition)) {
            throw new IOException("not within " + timeout.toSeconds() + " s: " + what);
        }
    }

    /** Looks for a value; empty when it is not there yet. */
    public interface Search<T> {
        Optional<T> result() throws IOException, SQLException;
    }

    /** The value, as soon as the search finds it; a search that fails is repeated. */
    public static <T> T found(String what, Duration timeout, Search<T> search) throws IOException {
        List<T> found = new ArrayList<>();
        await(what, timeout, () -> {
            search.result().ifPresent(found::add);
            return !found.isEmpty();
        });
        return found.getFirst();
    }

    /** Lets time pass: for faults that last, never for a result. */
    public static void rest(Duration time) {
        long due = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static boolean check(Condition condition) {
        try {
            return condition.holds();
        } catch (IOException | SQLException e) {
            return false;
        }
    }
}
