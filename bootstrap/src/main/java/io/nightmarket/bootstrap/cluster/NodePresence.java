package io.nightmarket.bootstrap.cluster;

import io.nightmarket.bootstrap.config.ConfigException;
import io.nightmarket.bootstrap.config.SharedSettings;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.node.RunningNode;
import io.nightmarket.domain.node.RunningNodes;
import io.nightmarket.domain.node.RunningNodes.Presence;
import io.nightmarket.domain.node.StoreMark;
import io.nightmarket.domain.node.StoreMark.Fit;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This node's entry among those that run on the database: made when the settings fit and the Redis is theirs, renewed, and removed
 * at a clean stop. A Redis without a mark is marked by the node that runs longest, within a renewal: where no mark comes, that node
 * uses another Redis.
 */
public final class NodePresence {
    private static final Logger LOG = LoggerFactory.getLogger(NodePresence.class);
    private static final Duration RENEWAL = RunningNodes.STALE_AFTER.dividedBy(3);
    private static final Duration MARK_PAUSE = Duration.ofMillis(500);

    /** More than two renewals of the other node. */
    private static final int MARK_LOOKS = 24;

    private final Vertx vertx;
    private final RunningNodes nodes;
    private final StoreMark mark;
    private final Timers timers;
    /** Ids of nodes, and what was said of Redis. */
    private final Set<String> warnedOf = ConcurrentHashMap.newKeySet();

    private volatile RunningNode own;
    private volatile long timer = -1;
    /** Never fails. */
    private volatile CompletionStage<Void> renewal = CompletableFuture.completedStage(null);

    public NodePresence(Vertx vertx, RunningNodes nodes, StoreMark mark, Timers timers, RunningNode own) {
        this.vertx = vertx;
        this.nodes = nodes;
        this.mark = mark;
        this.timers = timers;
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
            return requireMark(MARK_LOOKS)
                    .thenRun(() -> timer = vertx.setPeriodic(RENEWAL.toMillis(), _ -> {
                        var _ = renew();
                    }));
        });
    }

    private CompletionStage<Void> requireMark(int looks) {
        return mark.look().thenCompose(fit -> switch (fit) {
            case SAME -> CompletableFuture.completedStage(null);
            case OTHER -> CompletableFuture.failedStage(new ConfigException(SharedSettings.FOREIGN_REDIS));
            case MISSING ->
                nodes.list()
                        .thenCompose(running -> earlier(running)
                                .map(other -> awaitMark(other, looks))
                                .orElseGet(() -> mark.restore().thenCompose(_ -> requireMark(looks))));
        });
    }

    /** The node that runs longest, if it is another one. A node of an older version marks nothing. */
    private Optional<RunningNode> earlier(List<Presence> running) {
        return running.stream()
                .filter(one -> one.node().settings().containsKey(SharedSettings.SECRET))
                .min(Comparator.comparing(Presence::startedAt)
                        .thenComparing(one -> one.node().id()))
                .map(Presence::node)
                .filter(first -> !first.id().equals(own.id()));
    }

    private CompletionStage<Void> awaitMark(RunningNode other, int looks) {
        return looks == 0
                ? CompletableFuture.failedStage(new ConfigException("the node at " + other.address()
                        + " on this database uses another Redis than this one: give 'redis' the same server on all nodes, or stop"
                        + " that one first"))
                : timers.pause(MARK_PAUSE).thenCompose(_ -> requireMark(looks - 1));
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
        return SharedSettings.differences(own, other)
                + ": give all nodes the same, or stop that one first (a node that was killed counts for "
                + RunningNodes.STALE_AFTER.toSeconds() + " s)";
    }

    private CompletionStage<Void> renew() {
        renewal = nodes.confirm(own)
                .thenAccept(this::warn)
                .thenCompose(_ -> mark.restore())
                .thenAccept(this::warn)
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
                LOG.error("{}: stop one of them", SharedSettings.differences(own, other));
            }
        } else if (!(own.clustered() && other.clustered()) && warnedOf.add(other.id())) {
            LOG.warn(
                    "The node at {} uses this database too, and not both are in a cluster: they learn of each other's changes"
                            + " and logouts late; start both with --cluster",
                    other.address());
        }
    }

    /** Once each time that Redis becomes another one. */
    private void warn(Fit fit) {
        if (fit == Fit.OTHER) {
            if (warnedOf.add(SharedSettings.FOREIGN_REDIS)) {
                LOG.error("{}: purchases are refused until it is the right one again", SharedSettings.FOREIGN_REDIS);
            }
        } else if (warnedOf.remove(SharedSettings.FOREIGN_REDIS)) {
            LOG.info("Redis is the one of the database again");
        }
    }
}
