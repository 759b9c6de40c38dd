package io.nightmarket.mysql.lock;

import io.nightmarket.domain.failure.TimedOut;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LockWaiters;
import io.nightmarket.mysql.client.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases held by connections: when the process dies, the server frees its locks at once. A holder that is paused, or cut
 * off, is ended by the server when it was silent for its lease, rounded up to a whole second; this store ends it at the
 * lease's end to the millisecond. What the store lost does not come back: renewing answers false.
 *
 * <p>A process has one connection per key: for the request that holds it, or the one that asks. Others of this process
 * wait for that one without any, and are called when it held the key and is done. A request that waits for a second or
 * more, for a lease of three or more, stands in the server's line for a second at a time, which counts as part of its
 * lease; others ask four to twenty times a second.
 * More keys at once than there may be connections are {@code Unavailable}.
 */
public final class MySqlConnectionLeases implements LeaseStore {
    private static final Logger LOG = LoggerFactory.getLogger(MySqlConnectionLeases.class);
    private static final Duration SLICE = Duration.ofSeconds(1);

    private final Vertx vertx;
    private final Database connections;
    private final int most;
    private final Poll poll;
    private final LockWaiters waiters = new LockWaiters();
    private final Map<String, Place> places = new HashMap<>();

    /** What this process has of a key: a request that asks for it, and from when it is granted the hold. */
    private static final class Place {
        private final LeaseRequest request;
        private boolean wasGranted;
        private @Nullable ConnectionLock handle;
        private long token;
        private int reentranceCount = 1;
        private long timer;

        Place(LeaseRequest request) {
            this.request = request;
        }
    }

    /**
     * @param connections of this store alone
     * @param most the most of them at once
     */
    public MySqlConnectionLeases(Vertx vertx, Database connections, int most, RandomGenerator random) {
        this.vertx = vertx;
        this.connections = connections;
        this.most = most;
        this.poll = new Poll(random);
    }

    @Override
    public CompletionStage<Attempt> take(LeaseRequest request) {
        return ask(request).toCompletionStage();
    }

    @Override
    public CompletionStage<Boolean> renew(LeaseRequest request, int reentranceCount) {
        Place place;
        synchronized (places) {
            place = heldBy(request);
            if (place != null) {
                place.reentranceCount = reentranceCount;
            }
        }
        return (place == null ? Future.succeededFuture(false) : prolong(place)).toCompletionStage();
    }

    @Override
    public CompletionStage<Boolean> release(LeaseRequest request) {
        Place place;
        ConnectionLock handle;
        synchronized (places) {
            place = heldBy(request);
            if (place == null || place.handle == null) {
                return Future.succeededFuture(false).toCompletionStage();
            }
            handle = place.handle;
            place.handle = null;
            boolean _ = vertx.cancelTimer(place.timer);
        }
        return handle.release()
                .onFailure(_ -> handle.session().cut())
                .compose(held -> giveBack(handle).map(held))
                .onComplete(_ -> leave(place))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Subscription> subscribe(LeaseRequest request, WakeUp wakeUp) {
        return CompletableFuture.completedStage(waiters.add(request.key(), request.holder(), wakeUp));
    }

    /** How many connections are in use in this process. */
    public int connections() {
        synchronized (places) {
            return places.size();
        }
    }

    /** How many wait for a key in this process. */
    public int waiting() {
        return waiters.count();
    }

    private Future<Attempt> ask(LeaseRequest request) {
        Place mine = new Place(request);
        Place there;
        synchronized (places) {
            there = places.get(request.key());
            if (there == null && places.size() >= most) {
                return Future.failedFuture(new Unavailable("all " + most + " connections for locks are in use"));
            }
            places.putIfAbsent(request.key(), mine);
        }
        if (there == null) {
            return attempt(mine);
        }
        return there == heldBy(request)
                ? prolong(there).compose(held -> held ? granted(there) : ask(request))
                : Future.succeededFuture(poll.busy());
    }

    private Future<Attempt> attempt(Place place) {
        return connections
                .session()
                .map(session -> new ConnectionLock(session, place.request))
                .compose(handle -> {
                    handle.session().onLoss(() -> leave(place));
                    return handle.take(slice(place.request))
                            .compose(got -> got ? begin(place, handle) : abandon(place, handle))
                            .onFailure(_ -> handle.session().cut());
                })
                .onFailure(_ -> leave(place));
    }

    private Future<Attempt> begin(Place place, ConnectionLock handle) {
        return handle.begin().compose(token -> {
            synchronized (places) {
                if (places.get(place.request.key()) != place) {
                    return Future.failedFuture(new TimedOut("the connection of the lock was lost"));
                }
                place.wasGranted = true;
                place.handle = handle;
                place.token = token;
                startTimer(place, handle);
            }
            return granted(place);
        });
    }

    private static Future<Attempt> granted(Place place) {
        return Future.succeededFuture(new Attempt.Granted(place.token, place.request.lease()));
    }

    private Future<Attempt> abandon(Place place, ConnectionLock handle) {
        return handle.unguard().compose(_ -> giveBack(handle)).map(_ -> {
            leave(place);
            return poll.busy();
        });
    }

    private Future<Boolean> prolong(Place place) {
        ConnectionLock handle;
        int reentranceCount;
        synchronized (places) {
            handle = place.handle;
            reentranceCount = place.reentranceCount;
        }
        return handle == null
                ? Future.succeededFuture(false)
                : handle.renew(reentranceCount).map(held -> restartTimer(place, handle, held)).recover(failure -> {
                    LOG.info("the connection of the lock {} is lost: {}", place.request.key(), failure.getMessage());
                    end(place, handle);
                    return Future.succeededFuture(false);
                });
    }

    /** A lease that has ended for the server has ended here, too. */
    private boolean restartTimer(Place place, ConnectionLock handle, boolean lasts) {
        if (!lasts) {
            end(place, handle);
            return false;
        }
        synchronized (places) {
            boolean held = places.get(place.request.key()) == place && place.handle == handle;
            if (held) {
                boolean _ = vertx.cancelTimer(place.timer);
                startTimer(place, handle);
            }
            return held;
        }
    }

    private void startTimer(Place place, ConnectionLock handle) {
        place.timer = vertx.setTimer(place.request.lease().toMillis(), _ -> end(place, handle));
    }

    /** Unless the lock is being given back already: its connection may be another's by now. */
    private void end(Place place, ConnectionLock handle) {
        synchronized (places) {
            if (place.handle != handle) {
                return;
            }
            place.handle = null;
            boolean _ = vertx.cancelTimer(place.timer);
        }
        handle.session().cut();
        leave(place);
    }

    private @Nullable Place heldBy(LeaseRequest request) {
        synchronized (places) {
            Place place = places.get(request.key());
            return place != null && place.handle != null && place.request.holder().equals(request.holder()) ? place : null;
        }
    }

    /**
     * Once the connection is given back or cut. Only the end of a hold is news: an asking that came to nothing says
     * nothing new, least of all to the one who asked, who would ask again without a pause.
     */
    private void leave(Place place) {
        boolean wasGranted;
        synchronized (places) {
            if (!places.remove(place.request.key(), place)) {
                return;
            }
            if (place.handle != null) {
                boolean _ = vertx.cancelTimer(place.timer);
            }
            wasGranted = place.wasGranted;
        }
        if (wasGranted) {
            waiters.wakeFirst(place.request.key());
        }
    }

    private static Future<Void> giveBack(ConnectionLock handle) {
        return handle.session().close().recover(failure -> {
            LOG.debug("giving the connection of a lock back", failure);
            return Future.succeededFuture();
        });
    }

    private static Duration slice(LeaseRequest request) {
        boolean worthIt =
                request.waitTimeout().compareTo(SLICE) >= 0 && request.lease().compareTo(SLICE.multipliedBy(3)) >= 0;
        return worthIt ? SLICE : Duration.ZERO;
    }
}
