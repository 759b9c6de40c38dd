package io.nightmarket.http.stream;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.request.ClientAddresses;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The streams of one kind on a node: what its event loops share. Each stream has a place, within the bounds of all kinds; of a
 * user's streams the oldest ends when there is one too many. Safe for use by several threads.
 */
public final class NodeStreams {
    static final int MAX_PER_USER = 5;

    private final ClientAddresses addresses;
    private final Duration heartbeatInterval;
    private final StreamBounds bounds;
    private final List<Consumer<Collection<UserId>>> loops = new CopyOnWriteArrayList<>();
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

    /** @param heartbeatInterval after which each stream has a heartbeat, and its session is looked at */
    public NodeStreams(SharedHttpState share, Duration heartbeatInterval) {
        this(share.addresses(), share.streamBounds(), heartbeatInterval);
    }

    NodeStreams(ClientAddresses addresses, StreamBounds bounds, Duration heartbeatInterval) {
        this.addresses = addresses;
        this.bounds = bounds;
        this.heartbeatInterval = heartbeatInterval;
    }

    /** Streams of these users may have something to send. From any thread. */
    public void hint(Collection<UserId> users) {
        if (count() > 0) {
            loops.forEach(loop -> loop.accept(users));
        }
    }

    /** How many are open. */
    public synchronized int count() {
        return taken;
    }

    /** How many there may be. */
    public int max() {
        return bounds.max();
    }

    void add(Consumer<Collection<UserId>> loop) {
        loops.add(loop);
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

    ClientAddresses addresses() {
        return addresses;
    }

    Duration heartbeatInterval() {
        return heartbeatInterval;
    }
}
