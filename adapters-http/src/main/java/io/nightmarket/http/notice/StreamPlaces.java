package io.nightmarket.http.notice;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.http.HttpConfig;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The places of a node's streams: bounded in all and by address; of a user's streams the oldest ends when there is one too
 * many. Safe for use by several threads.
 */
final class StreamPlaces {
    static final int MAX_PER_USER = 5;

    /** Without a limit of connections. */
    private static final int MAX = 10_000;

    private final int max;
    private final int maxPerAddress;
    private final Map<UserId, Deque<Place>> ofUsers = new HashMap<>();
    private final Map<Long, Integer> byAddress = new HashMap<>();
    private int taken;

    /** Compared by identity. */
    static final class Place {
        private final UserId user;
        private final long address;
        private final Runnable end;

        /** @param end ends what has the place, on any thread */
        Place(UserId user, long address, Runnable end) {
            this.user = user;
            this.address = address;
            this.end = end;
        }

        UserId user() {
            return user;
        }
    }

    /** Streams take half of the connections at most, so that requests find some. */
    StreamPlaces(HttpConfig.Connections limits) {
        this.max = limits.total() == 0 ? MAX : Math.max(1, limits.total() / 2);
        this.maxPerAddress = limits.perAddress() == 0 ? max : Math.max(1, limits.perAddress() / 2);
    }

    /** Takes a place and answers true, or answers false when there are too many. */
    boolean take(Place place) {
        @Nullable Place oldest;
        synchronized (this) {
            if (taken >= max || byAddress.getOrDefault(place.address, 0) >= maxPerAddress) {
                return false;
            }
            taken++;
            byAddress.merge(place.address, 1, Integer::sum);
            Deque<Place> own = ofUsers.computeIfAbsent(place.user, _ -> new ArrayDeque<>());
            own.add(place);
            oldest = own.size() > MAX_PER_USER ? own.getFirst() : null;
        }
        if (oldest != null) {
            release(oldest);
            oldest.end.run();
        }
        return true;
    }

    /** Does nothing when the place was released before. */
    synchronized void release(Place place) {
        Deque<Place> own = ofUsers.get(place.user);
        if (own != null && own.remove(place)) {
            if (own.isEmpty()) {
                ofUsers.remove(place.user);
            }
            byAddress.computeIfPresent(place.address, (_, count) -> count == 1 ? null : count - 1);
            taken--;
        }
    }

    synchronized boolean holds(Place place) {
        Deque<Place> own = ofUsers.get(place.user);
        return own != null && own.contains(place);
    }

    int max() {
        return max;
    }

    synchronized int taken() {
        return taken;
    }
}
