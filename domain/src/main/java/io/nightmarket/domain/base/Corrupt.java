package io.nightmarket.domain.base;

import org.jspecify.annotations.Nullable;

/** Stored or received data breaks a rule that it must obey. Trying again brings the same. */
public final class Corrupt extends DomainFailure {
    private static final long serialVersionUID = 1;

    public Corrupt(String message) {
        this(message, null);
    }

    public Corrupt(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
