package io.nightmarket.bootstrap.cluster;

import io.nightmarket.bootstrap.config.ConfigException;
import io.nightmarket.bootstrap.config.SharedSettings;
import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.node.RunningNode;
import io.nightmarket.domain.node.RunningNodes;
import io.nightmarket.domain.node.RunningNodes.Presence;
import io.nightmarket.domain.node.StoreMark;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This node's entry among those that run on the database: made when the settings fit, renewed, and removed at a clean stop. */
public final class NodePresence {
    private static final Logger LOG = LoggerFactory.getLogger(NodePresence.class);
    private static final Duration RENEWAL = RunningNodes.STALE_AFTER.dividedBy(3);

    private final Vertx vertx;
    private final RunningNodes nodes;
    private final SharedRedis redis;
    private final Set<String> warnedOf = ConcurrentHashMap.newKeySet();
    private volatile RunningNode own;
    private volatile long timer = -1;
    /** Never fails. */
    private volatile CompletionStage<Void> renewal = CompletableFuture.completedStage(null);

    public NodePresence(Vertx vertx, RunningNodes nodes, StoreMark mark, Timers timers, RunningNode own) {
        this.vertx = vertx;
        this.nodes = nodes;
        this.redis = new SharedRedis(nodes, mark, timers, own.id());
        this.own = own;
    }

    /**
     * Enters the node. Fails with {@code ConfigException} when a node that runs has another value of a shared setting, or another
     * Redis.
     */
    public CompletionStage<Void> enter() {
        return nodes.enter(own).thenCompose(other -> {
            if (other.isPresent()) {
                return CompletableFuture.failedStage(new ConfigException(refusal(other.get())));
            }
            return redis.require()
                    .thenRun(() -> timer = vertx.setPeriodic(RENEWAL.toMillis(), _ -> {
                        var _ = renew();
                    }));
        });
    }

    /** From now on the node is reached here. Never fails: the next renewal makes up for it. */
    public CompletionStage<Void> listensAt(String address) {
        own = own.at(address);
        return renew();
    }

    /** After a renewal that is under way, which would write the entry again. Where MySQL is away, it stays until it is stale. */
    public CompletionStage<Void> leave() {
        var _ = vertx.cancelTimer(timer);
        return renewal.thenCompose(_ -> nodes.leave(own))
                .exceptionallyCompose(DomainFailure.unlessBug(() -> CompletableFuture.completedStage(null)));
    }

    private String refusal(RunningNode other) {
        return differences(other)
                + ": give all nodes the same, or stop that one first (a node that was killed counts for "
                + RunningNodes.STALE_AFTER.toSeconds() + " s)";
    }

    private String differences(RunningNode other) {
        return SharedSettings.differences(own, other);
    }

    private CompletionStage<Void> renew() {
        renewal = nodes.confirm(own)
                .thenAccept(this::warn)
                .thenCompose(_ -> redis.watch())
                .exceptionally(failure -> {
                    LOG.debug(
                            "The entry of this node was not renewed: {}",
                            DomainFailure.causeOf(failure).toString());
                    return null;
                });
        return renewal;
    }

    /** Once for each node that gave a sign of life since this one started: others may be dead. */
    void warn(List<Presence> running) {
        Instant started = running.stream()
                .filter(one -> one.node().id().equals(own.id()))
                .map(Presence::startedAt)
                .findFirst()
                .orElse(Instant.MAX);
        running.stream()
                .filter(other -> !other.node().id().equals(own.id()))
                .filter(other -> other.seenAt().isAfter(started))
                .map(Presence::node)
                .forEach(this::warn);
    }

    private void warn(RunningNode other) {
        if (!own.fits(other)) {
            if (warnedOf.add(other.id())) {
                LOG.error("{}: stop one of them", differences(other));
            }
        } else if (!(own.clustered() && other.clustered()) && warnedOf.add(other.id())) {
            LOG.warn(
                    "The node at {} uses this database too, and not both are in a cluster: they learn of each other's changes"
                            + " and logouts late; start both with --cluster",
                    other.address());
        }
    }
}
