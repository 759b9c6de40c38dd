package io.nightmarket.domain.node;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The nodes that run on one database, by whose clock all times are. */
public interface RunningNodes {
    /** A node that gave no sign of life for this long does not count. */
    Duration STALE_AFTER = Duration.ofSeconds(15);

    /**
     * A node that runs.
     *
     * @param seenAt its last sign of life
     */
    record Presence(RunningNode node, Instant startedAt, Instant seenAt) {}

    /**
     * Enters the node, unless one that runs has another value of a shared setting: that one is answered then. When
     * several enter at once, one is the first. Nodes that do not count are removed.
     */
    CompletionStage<Optional<RunningNode>> enter(RunningNode own);

    /** Notes a sign of life, and the node's address; a node that was removed is entered again. Answers as {@link #list}. */
    CompletionStage<List<Presence>> confirm(RunningNode own);

    /** The nodes that count, by address. */
    CompletionStage<List<Presence>> list();

    /** The node has ended; harmless when repeated. */
    CompletionStage<Void> leave(RunningNode own);
}
