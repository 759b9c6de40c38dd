package io.nightmarket.domain.base;

import org.jspecify.annotations.Nullable;

/** A server can't be reached or is overloaded, and the work was not begun: trying again later is safe. */
public final class Unavailable extends DomainFailure {
    private static final long serialVersionUID = 1;

    private final boolean overload;

    public Unavailable(String message) {
        this(message, null);
    }

    public Unavailable(String message, @Nullable Throwable cause) {
        this(message, cause, false);
    }

    private Unavailable(String message, @Nullable Throwable cause, boolean overload) {
        super(message, cause);
        this.overload = overload;
    }

    /** A queue of this node refuses the work. */
    public static Unavailable overloaded(String message) {
        return new Unavailable(message, null, true);
    }

    /** Whether a queue of this node refused the work: many calls fail alike. A server that hangs fills queues, too. */
    public boolean isOverload() {
        return overload;
    }
}
