package io.nightmarket.http.session;

import static io.nightmarket.http.limit.RecordTable.PLACES;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.http.limit.RecordTable;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a node knows of tokens. A full set forgets the token that it would know for the shortest time. Times are those
 * of one clock that never goes back, from 1 on. Safe for use by several threads.
 */
final class TokenTable {
    private static final int SESSION_HIGH = TokenKey.WIDTH * PLACES;
    private static final int SESSION_LOW = SESSION_HIGH + PLACES;
    private static final int USER = SESSION_LOW + PLACES;
    private static final int ROLE = USER + PLACES;
    /** In seconds since 1970. */
    private static final int ENDS_AT = ROLE + PLACES;

    private static final int STATE = ENDS_AT + PLACES;
    private static final int STATE_UNTIL = STATE + PLACES;
    private static final int RENEWAL_UNTIL = STATE_UNTIL + PLACES;
    private static final int WIDTH = RENEWAL_UNTIL / PLACES + 1;

    private static final List<State> STATES = List.of(State.values());
    private static final List<Role> ROLES = List.of(Role.values());

    private final RecordTable records = new RecordTable(WIDTH);

    enum State {
        /** None holds any more; the token may be a renewal. */
        NONE,
        TRUSTED,
        /** A check began. */
        TRIED,
        /** A check found no session, or was not possible. */
        REFUSED,
        /** A check found no session. */
        ENDED
    }

    /** What is done with the page of a token's sets. */
    private interface Work<T> {
        T with(long[] page, int set);
    }

    private <T> T locked(TokenKey key, Work<T> work) {
        int set = records.set(key.hash());
        synchronized (records.lock(set)) {
            return work.with(records.page(set), set);
        }
    }

    Optional<KnownToken> find(TokenKey key, long now) {
        return locked(key, (page, set) -> {
            int at = find(key, page, set);
            return at < 0 ? Optional.empty() : Optional.of(known(page, at, now));
        });
    }

    private static KnownToken known(long[] page, int at, long now) {
        return new KnownToken(
                page[at + STATE_UNTIL] > now ? STATES.get((int) page[at + STATE]) : State.NONE,
                page[at + RENEWAL_UNTIL] > now,
                page[at + USER] == 0 ? Optional.empty() : Optional.of(session(page, at)));
    }

    private static Session session(long[] page, int at) {
        return new Session(
                new SessionId(page[at + SESSION_HIGH], page[at + SESSION_LOW]),
                new UserId(page[at + USER]),
                ROLES.get((int) page[at + ROLE]),
                Instant.ofEpochSecond(page[at + ENDS_AT]));
    }

    void trust(TokenKey key, Session session, long now, long until, long renewalUntil) {
        boolean _ = locked(key, (page, set) -> {
            int at = place(key, page, set, now);
            page[at + SESSION_HIGH] = session.id().high();
            page[at + SESSION_LOW] = session.id().low();
            page[at + USER] = session.user().value();
            page[at + ROLE] = ROLES.indexOf(session.role());
            page[at + ENDS_AT] = session.endsAt().getEpochSecond();
            page[at + RENEWAL_UNTIL] = renewalUntil;
            return write(State.TRUSTED, until, page, at);
        });
    }

    /** False, and nothing is written, when another state still holds. */
    boolean beginTry(TokenKey key, long now, long until) {
        return locked(key, (page, set) -> {
            int at = place(key, page, set, now);
            return page[at + STATE_UNTIL] <= now && write(State.TRIED, until, page, at);
        });
    }

    void refuse(TokenKey key, State state, long now, long until) {
        boolean _ = locked(key, (page, set) -> write(state, until, page, place(key, page, set, now)));
    }

    void endRenewal(TokenKey key) {
        boolean _ = locked(key, (page, set) -> {
            int at = find(key, page, set);
            if (at >= 0) {
                page[at + RENEWAL_UNTIL] = 0;
            }
            return at >= 0;
        });
    }

    private static boolean write(State state, long until, long[] page, int at) {
        page[at + STATE] = STATES.indexOf(state);
        page[at + STATE_UNTIL] = until;
        return true;
    }

    private int find(TokenKey key, long[] page, int set) {
        int at = findIn(set, key, page);
        return at >= 0 ? at : findIn(records.other(set, key.hash()), key, page);
    }

    private int findIn(int set, TokenKey key, long[] page) {
        int first = records.first(set);
        for (int at = first; at < first + PLACES; at++) {
            if (key.isAt(page, at)) {
                return at;
            }
        }
        return -1;
    }

    /** Where the token is, or else its new place, in that of its sets which has more room. */
    private int place(TokenKey key, long[] page, int set, long now) {
        int known = find(key, page, set);
        if (known >= 0) {
            return known;
        }
        int other = records.other(set, key.hash());
        int place = taken(page, set, now) <= taken(page, other, now) ? oldest(page, set) : oldest(page, other);
        for (int at = place; at < place + WIDTH * PLACES; at += PLACES) {
            page[at] = 0;
        }
        key.write(page, place);
        return place;
    }

    private int taken(long[] page, int set, long now) {
        int first = records.first(set);
        int taken = 0;
        for (int at = first; at < first + PLACES; at++) {
            taken += knownUntil(page, at) > now ? 1 : 0;
        }
        return taken;
    }

    private int oldest(long[] page, int set) {
        int first = records.first(set);
        int oldest = first;
        for (int at = first + 1; at < first + PLACES; at++) {
            if (knownUntil(page, at) < knownUntil(page, oldest)) {
                oldest = at;
            }
        }
        return oldest;
    }

    private static long knownUntil(long[] page, int at) {
        return Math.max(page[at + STATE_UNTIL], page[at + RENEWAL_UNTIL]);
    }
}
