package io.nightmarket.mysql.lock;

import io.nightmarket.domain.failure.TimedOut;
import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore.Attempt;
import io.nightmarket.mysql.client.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request and its connection: while it asks for the lock, and while it holds it. It ends once, when its connection is
 * closed. Safe for use by several threads.
 */
final class ConnectionLease {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionLease.class);

    /** How long one request waits in the server's queue. */
    private static final Duration SLICE = Duration.ofSeconds(1);

    private final Vertx vertx;
    private final LeaseRequest request;
    private final Consumer<ConnectionLease> ended;
    private boolean isEnded;
    private boolean wasGranted;
    private @Nullable ConnectionLock lock;
    private long token;
    private int reentranceCount = 1;
    private long timer;

    /** @param ended called once; the lease has no connection then */
    ConnectionLease(Vertx vertx, LeaseRequest request, Consumer<ConnectionLease> ended) {
        this.vertx = vertx;
        this.request = request;
        this.ended = ended;
    }

    String key() {
        return request.key();
    }

    synchronized boolean wasGranted() {
        return wasGranted;
    }

    synchronized boolean isHeldBy(LeaseRequest asking) {
        return lock != null && request.holder().equals(asking.holder());
    }

    synchronized Attempt granted() {
        return new Attempt.Granted(token, request.lease());
    }

    /** Takes the lock on a connection of its own; false, and ended, when others hold it. */
    Future<Boolean> take(Database connections) {
        return connections
                .session()
                .map(session -> new ConnectionLock(session, request))
                .compose(asking -> {
                    asking.session().onLoss(this::end);
                    return asking.take(slice())
                            .compose(taken -> taken ? begin(asking) : abandon(asking))
                            .onFailure(_ -> asking.session().cut());
                })
                .onFailure(_ -> end());
    }

    private Future<Boolean> begin(ConnectionLock taken) {
        return taken.begin().compose(next -> {
            synchronized (this) {
                if (isEnded) {
                    return Future.failedFuture(new TimedOut("the connection of the lock was lost"));
                }
                wasGranted = true;
                lock = taken;
                token = next;
                startTimer(taken);
            }
            return Future.succeededFuture(true);
        });
    }

    private Future<Boolean> abandon(ConnectionLock asking) {
        return asking.unguard().compose(_ -> giveBack(asking)).map(_ -> {
            end();
            return false;
        });
    }

    Future<Boolean> renew(int count) {
        synchronized (this) {
            reentranceCount = count;
        }
        return renew();
    }

    /** Lengthens the lease to its full length; false when it is lost. */
    Future<Boolean> renew() {
        ConnectionLock current;
        int count;
        synchronized (this) {
            current = lock;
            count = reentranceCount;
        }
        return current == null
                ? Future.succeededFuture(false)
                : current.renew(count).map(held -> restartTimer(current, held)).recover(failure -> {
                    LOG.info("The connection of the lock {} is lost: {}", key(), failure.getMessage());
                    cut(current);
                    return Future.succeededFuture(false);
                });
    }

    Future<Boolean> release() {
        ConnectionLock last = detach(null);
        return last == null
                ? Future.succeededFuture(false)
                : last.release()
                        .onFailure(_ -> last.session().cut())
                        .compose(held -> giveBack(last).map(held))
                        .onComplete(_ -> end());
    }

    /** A lease that has ended for the server has ended here, too. */
    private boolean restartTimer(ConnectionLock renewed, boolean isHeld) {
        if (!isHeld) {
            cut(renewed);
            return false;
        }
        synchronized (this) {
            if (isEnded || lock != renewed) {
                return false;
            }
            boolean _ = vertx.cancelTimer(timer);
            startTimer(renewed);
            return true;
        }
    }

    private void startTimer(ConnectionLock held) {
        timer = vertx.setTimer(request.lease().toMillis(), _ -> cut(held));
    }

    /** Unless the lock is released already: its connection may be another's by now. */
    private void cut(ConnectionLock held) {
        if (detach(held) != null) {
            held.session().cut();
            end();
        }
    }

    /** Takes the lock out of this lease: any, or this one if it is still there. */
    private synchronized @Nullable ConnectionLock detach(@Nullable ConnectionLock expected) {
        ConnectionLock last = lock;
        if (last == null || (expected != null && expected != last)) {
            return null;
        }
        lock = null;
        boolean _ = vertx.cancelTimer(timer);
        return last;
    }

    private void end() {
        synchronized (this) {
            if (isEnded) {
                return;
            }
            isEnded = true;
            if (lock != null) {
                boolean _ = vertx.cancelTimer(timer);
            }
        }
        ended.accept(this);
    }

    private static Future<Void> giveBack(ConnectionLock lock) {
        return lock.session().close().recover(failure -> {
            LOG.debug("The connection of a lock could not be given back", failure);
            return Future.succeededFuture();
        });
    }

    private Duration slice() {
        boolean isWorthIt =
                request.waitTimeout().compareTo(SLICE) >= 0 && request.lease().compareTo(SLICE.multipliedBy(3)) >= 0;
        return isWorthIt ? SLICE : Duration.ZERO;
    }
}
