package io.nightmarket.http.stream;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.request.ClientAddresses;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The streams of one kind on a node: what its event loops share. */
public final class NodeStreams {
    private final ClientAddresses addresses;
    private final Duration heartbeatInterval;
    private final StreamPlaces places;
    private final List<Consumer<Collection<UserId>>> loops = new CopyOnWriteArrayList<>();

    /** @param heartbeatInterval after which each stream has a heartbeat, and its session is looked at */
    public NodeStreams(SharedHttpState share, Duration heartbeatInterval) {
        this.addresses = share.addresses();
        this.places = new StreamPlaces(share.streamBounds());
        this.heartbeatInterval = heartbeatInterval;
    }

    /** Streams of these users may have something to send. From any thread. */
    public void hint(Collection<UserId> users) {
        if (count() > 0) {
            loops.forEach(loop -> loop.accept(users));
        }
    }

    /** How many are open. */
    public int count() {
        return places.taken();
    }

    /** How many there may be. */
    public int max() {
        return places.max();
    }

    void add(Consumer<Collection<UserId>> loop) {
        loops.add(loop);
    }

    StreamPlaces places() {
        return places;
    }

    ClientAddresses addresses() {
        return addresses;
    }

    Duration heartbeatInterval() {
        return heartbeatInterval;
    }
}
