package io.nightmarket.http.stream;

import io.nightmarket.domain.account.UserId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The places of a node's streams of one kind, within the bounds of all kinds; of a user's streams the oldest ends when there is
 * one too many. Safe for use by several threads.
 */
final class StreamPlaces {
    static final int MAX_PER_USER = 5;

    private final StreamBounds bounds;
    private final Map<UserId, Deque<Place>> ofUsers = new HashMap<>();
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

    StreamPlaces(StreamBounds bounds) {
        this.bounds = bounds;
    }

    /** Takes a place and answers true, or answers false when there are too many. */
    boolean take(Place place) {
        @Nullable Place oldest;
        synchronized (this) {
            if (!bounds.take(place.address)) {
                return false;
            }
            taken++;
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
            bounds.release(place.address);
            taken--;
        }
    }

    synchronized boolean holds(Place place) {
        Deque<Place> own = ofUsers.get(place.user);
        return own != null && own.contains(place);
    }

    int max() {
        return bounds.max();
    }

    synchronized int taken() {
        return taken;
    }
}
