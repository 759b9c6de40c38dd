package io.nightmarket.bootstrap.cluster;

import io.nightmarket.bootstrap.config.ConfigException;
import io.nightmarket.bootstrap.config.SharedSettings;
import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.node.RunningNodes;
import io.nightmarket.domain.node.RunningNodes.Presence;
import io.nightmarket.domain.node.StoreMark;
import io.nightmarket.domain.node.StoreMark.Fit;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has all nodes of a database use one Redis. In one without a mark the node that runs longest puts it, within a renewal: where
 * none comes, that node uses another Redis.
 */
public final class SharedRedis {
    private static final Logger LOG = LoggerFactory.getLogger(SharedRedis.class);
    private static final Duration POLL = Duration.ofMillis(500);

    /** More than two renewals of the other node. */
    private static final int TRIES = 24;

    /** Of two that entered at the same time one is the first. */
    private static final Comparator<Presence> FIRST = Comparator.comparing(Presence::startedAt)
            .thenComparing(one -> one.node().id());

    /** Said by a start that is refused, and by {@code doctor}. */
    public static final String FOREIGN =
            "'redis' names a server that belongs to another database than 'mysql': its key nm:installation is another than that"
                    + " in the table installation (delete the key where this Redis is to serve this database)";

    private final RunningNodes nodes;
    private final StoreMark mark;
    private final Timers timers;
    private final String id;
    private volatile boolean warned;

    /** @param id of this node */
    SharedRedis(RunningNodes nodes, StoreMark mark, Timers timers, String id) {
        this.nodes = nodes;
        this.mark = mark;
        this.timers = timers;
        this.id = id;
    }

    /** Of a node that entered. Fails with {@code ConfigException} when its Redis is another than that of the others. */
    CompletionStage<Void> require() {
        return require(TRIES);
    }

    private CompletionStage<Void> require(int tries) {
        return mark.look().thenCompose(fit -> switch (fit) {
            case SAME -> CompletableFuture.completedStage(null);
            case OTHER -> CompletableFuture.failedStage(new ConfigException(FOREIGN));
            case MISSING ->
                nodes.list()
                        .thenCompose(running -> earlier(running)
                                .map(other -> await(other, tries))
                                .orElseGet(() -> mark.restore().thenCompose(_ -> require(tries))));
        });
    }

    /** A node of an older version puts no mark. */
    private Optional<Presence> earlier(List<Presence> running) {
        return running.stream()
                .filter(one -> one.node().settings().containsKey(SharedSettings.SECRET))
                .min(FIRST)
                .filter(first -> !first.node().id().equals(id));
    }

    private CompletionStage<Void> await(Presence other, int tries) {
        return tries == 0
                ? CompletableFuture.failedStage(new ConfigException("the node at "
                        + other.node().address()
                        + " on this database uses another Redis than this one: give 'redis' the same"
                        + " server on all nodes, or stop that one first"))
                : timers.pause(POLL).thenCompose(_ -> require(tries - 1));
    }

    /** Puts a mark that Redis lost, and says when it has another one: purchases are refused then. */
    CompletionStage<Void> watch() {
        return mark.restore().thenAccept(fit -> {
            boolean foreign = fit == Fit.OTHER;
            if (foreign && !warned) {
                LOG.error("{}: purchases are refused until it is the right one again", FOREIGN);
            } else if (warned && !foreign) {
                LOG.info("Redis is the one of the database again");
            }
            warned = foreign;
        });
    }
}
