package io.nightmarket.bootstrap.cluster;

import io.nightmarket.bootstrap.config.ConfigException;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.lock.LeaseRequest;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LeaseStore.Attempt;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The name of the cluster on one Redis: one lease that all of its nodes hold together, which is why it is no
 * {@code LeaderLease}. Nodes with different names would not find each other; so the first name is taken for as long as one
 * of its nodes lives, and a node with another name is refused.
 */
public final class ClusterName {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterName.class);
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration RENEWAL = LEASE.dividedBy(3);

    private final Vertx vertx;
    private final LeaseStore leases;
    private final LeaseRequest request;

    public ClusterName(Vertx vertx, LeaseStore leases, String name) {
        this.vertx = vertx;
        this.leases = leases;
        this.request = new LeaseRequest("cluster-name", name, LEASE, Duration.ZERO);
    }

    /** Takes part under this name, from now on. Fails with {@code ConfigException} when the nodes here have another. */
    public CompletionStage<Void> join() {
        return leases.take(request).thenCompose(attempt -> {
            if (attempt instanceof Attempt.Busy) {
                return CompletableFuture.failedStage(
                        new ConfigException("the nodes on this Redis have another cluster.name than '"
                                + request.holder() + "'; a name is free 30 s after its last node ended"));
            }
            vertx.setPeriodic(RENEWAL.toMillis(), _ -> renew());
            return CompletableFuture.completedStage(null);
        });
    }

    private void renew() {
        var _ = leases.take(request).whenComplete((attempt, failure) -> {
            if (failure != null) {
                LOG.warn(
                        "The cluster's name was not renewed: {}",
                        DomainFailure.causeOf(failure).toString());
            } else if (attempt instanceof Attempt.Busy) {
                LOG.error("Nodes on this Redis have another cluster.name than '{}'", request.holder());
            }
        });
    }
}
