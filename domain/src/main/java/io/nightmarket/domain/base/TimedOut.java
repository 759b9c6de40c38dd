package io.nightmarket.domain.base;

import org.jspecify.annotations.Nullable;

/**
 * No answer came in time, or it was lost with its connection. The work may have been done or not: only a repeatable
 * request, or a question about the outcome, is safe afterwards.
 */
public final class TimedOut extends DomainFailure {
    private static final long serialVersionUID = 1;

    public TimedOut(String message) {
        this(message, null);
    }

    public TimedOut(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
