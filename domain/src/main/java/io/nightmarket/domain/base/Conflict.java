package io.nightmarket.domain.base;

/** Another caller changed or took over what this call relied on; nothing of it was done. */
public final class Conflict extends DomainFailure {
    private static final long serialVersionUID = 1;

    public Conflict(String message) {
        super(message, null);
    }
}
