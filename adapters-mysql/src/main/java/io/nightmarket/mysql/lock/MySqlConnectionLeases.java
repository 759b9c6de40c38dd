package io.nightmarket.mysql.lock;

import io.nightmarket.domain.failure.TimedOut;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.lock.Claim;
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
 * <p>A process has one connection per key: for the claim that holds it, or the one that asks. Others of this process
 * wait for that one without any, and are called when it held the key and is done. A claim that waits for a second or
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

    /** What this process has of a key: a claim that asks for it, and from when it is granted the hold. */
    private static final class Place {
        private final Claim claim;
        private boolean wasGranted;
        private @Nullable ConnectionHold hold;
        private long token;
        private int depth = 1;
        private long timer;

        Place(Claim claim) {
            this.claim = claim;
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
    public CompletionStage<Attempt> take(Claim claim) {
        return ask(claim).toCompletionStage();
    }

    @Override
    public CompletionStage<Boolean> renew(Claim claim, int depth) {
        Place place;
        synchronized (places) {
            place = heldBy(claim);
            if (place != null) {
                place.depth = depth;
            }
        }
        return (place == null ? Future.succeededFuture(false) : prolong(place)).toCompletionStage();
    }

    @Override
    public CompletionStage<Boolean> release(Claim claim) {
        Place place;
        ConnectionHold hold;
        synchronized (places) {
            place = heldBy(claim);
            if (place == null || place.hold == null) {
                return Future.succeededFuture(false).toCompletionStage();
            }
            hold = place.hold;
            place.hold = null;
            boolean _ = vertx.cancelTimer(place.timer);
        }
        return hold.release()
                .onFailure(_ -> hold.session().cut())
                .compose(held -> release(hold).map(held))
                .onComplete(_ -> leave(place))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Listening> listen(Claim claim, News news) {
        return CompletableFuture.completedStage(waiters.add(claim.key(), claim.holder(), news));
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

    private Future<Attempt> ask(Claim claim) {
        Place mine = new Place(claim);
        Place there;
        synchronized (places) {
            there = places.get(claim.key());
            if (there == null && places.size() >= most) {
                return Future.failedFuture(new Unavailable("all " + most + " connections for locks are in use"));
            }
            places.putIfAbsent(claim.key(), mine);
        }
        if (there == null) {
            return attempt(mine);
        }
        return there == heldBy(claim)
                ? prolong(there).compose(held -> held ? granted(there) : ask(claim))
                : Future.succeededFuture(poll.busy());
    }

    private Future<Attempt> attempt(Place place) {
        return connections
                .session()
                .map(session -> new ConnectionHold(session, place.claim))
                .compose(hold -> {
                    hold.session().onLoss(() -> leave(place));
                    return hold.take(slice(place.claim))
                            .compose(got -> got ? begin(place, hold) : abandon(place, hold))
                            .onFailure(_ -> hold.session().cut());
                })
                .onFailure(_ -> leave(place));
    }

    private Future<Attempt> begin(Place place, ConnectionHold hold) {
        return hold.begin().compose(token -> {
            synchronized (places) {
                if (places.get(place.claim.key()) != place) {
                    return Future.failedFuture(new TimedOut("the connection of the lock was lost"));
                }
                place.wasGranted = true;
                place.hold = hold;
                place.token = token;
                startTimer(place, hold);
            }
            return granted(place);
        });
    }

    private static Future<Attempt> granted(Place place) {
        return Future.succeededFuture(new Attempt.Granted(place.token, place.claim.lease()));
    }

    private Future<Attempt> abandon(Place place, ConnectionHold hold) {
        return hold.unguard().compose(_ -> release(hold)).map(_ -> {
            leave(place);
            return poll.busy();
        });
    }

    private Future<Boolean> prolong(Place place) {
        ConnectionHold hold;
        int depth;
        synchronized (places) {
            hold = place.hold;
            depth = place.depth;
        }
        return hold == null
                ? Future.succeededFuture(false)
                : hold.renew(depth).map(held -> restartTimer(place, hold, held)).recover(failure -> {
                    LOG.info("the connection of the lock {} is lost: {}", place.claim.key(), failure.getMessage());
                    end(place, hold);
                    return Future.succeededFuture(false);
                });
    }

    /** A lease that has ended for the server has ended here, too. */
    private boolean restartTimer(Place place, ConnectionHold hold, boolean lasts) {
        if (!lasts) {
            end(place, hold);
            return false;
        }
        synchronized (places) {
            boolean held = places.get(place.claim.key()) == place && place.hold == hold;
            if (held) {
                boolean _ = vertx.cancelTimer(place.timer);
                startTimer(place, hold);
            }
            return held;
        }
    }

    private void startTimer(Place place, ConnectionHold hold) {
        place.timer = vertx.setTimer(place.claim.lease().toMillis(), _ -> end(place, hold));
    }

    /** Unless the lock is being given back already: its connection may be another's by now. */
    private void end(Place place, ConnectionHold hold) {
        synchronized (places) {
            if (place.hold != hold) {
                return;
            }
            place.hold = null;
            boolean _ = vertx.cancelTimer(place.timer);
        }
        hold.session().cut();
        leave(place);
    }

    private @Nullable Place heldBy(Claim claim) {
        synchronized (places) {
            Place place = places.get(claim.key());
            return place != null && place.hold != null && place.claim.holder().equals(claim.holder()) ? place : null;
        }
    }

    /**
     * Once the connection is given back or cut. Only the end of a hold is news: an asking that came to nothing says
     * nothing new, least of all to the one who asked, who would ask again without a pause.
     */
    private void leave(Place place) {
        boolean wasGranted;
        synchronized (places) {
            if (!places.remove(place.claim.key(), place)) {
                return;
            }
            if (place.hold != null) {
                boolean _ = vertx.cancelTimer(place.timer);
            }
            wasGranted = place.wasGranted;
        }
        if (wasGranted) {
            waiters.wakeFirst(place.claim.key());
        }
    }

    private static Future<Void> release(ConnectionHold hold) {
        return hold.session().close().recover(failure -> {
            LOG.debug("giving the connection of a lock back", failure);
            return Future.succeededFuture();
        });
    }

    private static Duration slice(Claim claim) {
        boolean worthIt =
                claim.patience().compareTo(SLICE) >= 0 && claim.lease().compareTo(SLICE.multipliedBy(3)) >= 0;
        return worthIt ? SLICE : Duration.ZERO;
    }
}
