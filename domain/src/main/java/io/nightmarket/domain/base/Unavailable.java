package io.nightmarket.domain.base;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A server can't be reached or is overloaded, and the work was not begun: trying again later is safe. */
public final class Unavailable extends DomainFailure {
    private static final long serialVersionUID = 1;
    private static final Duration USUAL_PAUSE = Duration.ofSeconds(1);

    private final Duration retryAfter;
    private final boolean overload;

    public Unavailable(String message) {
        this(message, null);
    }

    public Unavailable(String message, @Nullable Throwable cause) {
        this(message, USUAL_PAUSE, cause);
    }

    public Unavailable(String message, Duration retryAfter, @Nullable Throwable cause) {
        this(message, retryAfter, cause, false);
    }

    private Unavailable(String message, Duration retryAfter, @Nullable Throwable cause, boolean overload) {
        super(message, cause);
        this.retryAfter = retryAfter;
        this.overload = overload;
    }

    /** A queue of this node refuses the work. */
    public static Unavailable overloaded(String message) {
        return new Unavailable(message, USUAL_PAUSE, null, true);
    }

    /** Whether a queue of this node refused the work: many calls fail alike. A server that hangs fills queues, too. */
    public boolean isOverload() {
        return overload;
    }

    /** How long a caller should wait before it tries again. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
