package io.nightmarket.domain.account;

/** Word of sessions, to nodes that trust them. */
public interface SessionEvents {
    /** A hint that may be lost: this session was ended. Never throws. */
    void ended(SessionId session);

    /** A hint that may be lost: this session has another role. Never throws. */
    void changed(SessionId session);

    /** Notifies no node: for a program that reaches none. */
    SessionEvents NONE = new SessionEvents() {
        @Override
        public void ended(SessionId session) {}

        @Override
        public void changed(SessionId session) {}
    };
}
