package io.nightmarket.domain.account;

/** Word of sessions, to nodes that trust them. */
@FunctionalInterface
public interface SessionEvents {
    /** A hint that may be lost: this session was ended. Never throws. */
    void ended(SessionId session);
}
