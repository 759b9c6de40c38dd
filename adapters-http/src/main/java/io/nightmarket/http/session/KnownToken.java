package io.nightmarket.http.session;

import io.nightmarket.domain.account.Session;
import io.nightmarket.http.session.TokenTable.State;
import java.util.Optional;

/**
 * What is known of a token.
 *
 * @param session the last that was trusted; empty when it is known to have ended
 */
record KnownToken(State state, boolean isRenewal, Optional<Session> session) {
    static final KnownToken NOTHING = new KnownToken(State.NONE, false, Optional.empty());

    /** The session of a token that needs no check now. */
    Optional<Session> trusted() {
        return state == State.TRUSTED ? session : Optional.empty();
    }

    /** The session of a token that was trusted in the last 30 minutes. */
    Optional<Session> renewal() {
        return isRenewal ? session : Optional.empty();
    }

    /** Whether a check began within {@code session.trust}, with any outcome. */
    boolean wasTried() {
        return state != State.NONE;
    }

    /** Whether a check found no session, or was not possible, within {@code session.trust}. */
    boolean wasRefused() {
        return state == State.REFUSED || state == State.ENDED;
    }
}
