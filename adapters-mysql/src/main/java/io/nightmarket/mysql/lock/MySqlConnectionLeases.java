package io.nightmarket.mysql.lock;

import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LockWaiters;
import io.nightmarket.mysql.client.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Leases held by connections: when the process dies, the server frees its locks at once. A holder that is paused, or cut
 * off, is ended by the server when it was silent for its lease, rounded up to a whole second; this store ends it at the
 * lease's end to the millisecond. What the store lost does not come back: renewing answers false.
 *
 * <p>A process has one connection per key: for the request that holds it, or the one that asks. Others of this process
 * wait without one, and are woken when the holder is done. A request that waits for a second or more, for a lease of three
 * or more, waits in the server's queue for a second at a time, which counts as part of its lease; others ask four to
 * twenty times a second. More keys at once than there may be connections are {@code Unavailable}.
 */
public final class MySqlConnectionLeases implements LeaseStore {
    private final Vertx vertx;
    private final Database connections;
    private final int maxConnections;
    private final PollInterval poll;
    private final LockWaiters waiters = new LockWaiters();
    private final Map<String, ConnectionLease> leases = new ConcurrentHashMap<>();

    /** @param connections of this store alone, of which it uses {@code maxConnections} at once */
    public MySqlConnectionLeases(Vertx vertx, Database connections, int maxConnections, RandomGenerator random) {
        this.vertx = vertx;
        this.connections = connections;
        this.maxConnections = maxConnections;
        this.poll = new PollInterval(random);
    }

    @Override
    public CompletionStage<Attempt> take(LeaseRequest request) {
        return ask(request).toCompletionStage();
    }

    @Override
    public CompletionStage<Boolean> renew(LeaseRequest request, int reentranceCount) {
        ConnectionLease held = heldBy(request);
        return held == null
                ? CompletableFuture.completedStage(false)
                : held.renew(reentranceCount).toCompletionStage();
    }

    @Override
    public CompletionStage<Boolean> release(LeaseRequest request) {
        ConnectionLease held = heldBy(request);
        return held == null
                ? CompletableFuture.completedStage(false)
                : held.release().toCompletionStage();
    }

    @Override
    public CompletionStage<Subscription> subscribe(LeaseRequest request, WakeUp wakeUp) {
        return CompletableFuture.completedStage(waiters.add(request.key(), request.holder(), wakeUp));
    }

    /** The number of connections that are in use in this process. */
    public int connections() {
        return leases.size();
    }

    /** The number of waiters in this process. */
    public int waiting() {
        return waiters.count();
    }

    private Future<Attempt> ask(LeaseRequest request) {
        ConnectionLease mine = new ConnectionLease(vertx, request, this::ended);
        ConnectionLease earlier;
        synchronized (this) {
            if (!leases.containsKey(request.key()) && leases.size() >= maxConnections) {
                return Future.failedFuture(
                        new Unavailable("all " + maxConnections + " connections for locks are in use"));
            }
            earlier = leases.putIfAbsent(request.key(), mine);
        }
        if (earlier == null) {
            return mine.take(connections).map(taken -> taken ? mine.granted() : poll.busy());
        }
        return earlier.isHeldBy(request)
                ? earlier.renew().compose(held -> held ? Future.succeededFuture(earlier.granted()) : ask(request))
                : Future.succeededFuture(poll.busy());
    }

    private @Nullable ConnectionLease heldBy(LeaseRequest request) {
        ConnectionLease lease = leases.get(request.key());
        return lease != null && lease.isHeldBy(request) ? lease : null;
    }

    /** Only the end of a lease wakes a waiter: one that only asked would wake itself, and ask again without a pause. */
    private void ended(ConnectionLease lease) {
        boolean _ = leases.remove(lease.key(), lease);
        if (lease.wasGranted()) {
            waiters.wakeFirst(lease.key());
        }
    }
}
