package io.nightmarket.domain.account;

import java.util.ArrayList;
import java.util.List;

/** Keeps what was published. */
public final class RecordedSessionEvents implements SessionEvents {
    public final List<SessionId> changed = new ArrayList<>();
    public final List<SessionId> ended = new ArrayList<>();

    @Override
    public void ended(SessionId session) {
        ended.add(session);
    }

    @Override
    public void changed(SessionId session) {
        changed.add(session);
    }
}
