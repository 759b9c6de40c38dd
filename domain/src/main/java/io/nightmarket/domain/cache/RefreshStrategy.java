package io.nightmarket.domain.cache;

/** What readers of a stale value do; both prevent that a hot key that expires is loaded by every reader. */
public enum RefreshStrategy {
    /** One reader loads, the others wait for it; the stale value is served only when that takes longer than the soft timeout. */
    MUTEX,
    /** All readers are served the stale value at once, while one node rebuilds it. */
    LOGICAL_EXPIRY
}
