package io.nightmarket.domain.visitor;

import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.base.Stages;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.visitor.VisitBuffer.Tally;
import io.nightmarket.domain.visitor.VisitCounts.PageDay;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Adds the buffered views of a node to the counts. */
public final class CountVisits {
    private static final int LANES = 32;

    private final VisitBuffer buffer;
    private final VisitCounts counts;

    public CountVisits(VisitBuffer buffer, VisitCounts counts) {
        this.buffer = buffer;
        this.counts = counts;
    }

    /** Adds all that is buffered. Fails with the first failure; what was not added for sure is buffered again. */
    public CompletionStage<Void> flush() {
        return OneByOne.tryAll(LANES, List.copyOf(buffer.take().entrySet()), this::add)
                .thenCompose(OneByOne::failIfAny);
    }

    private CompletionStage<Void> add(Map.Entry<PageDay, Tally> entry) {
        PageDay page = entry.getKey();
        Tally tally = entry.getValue();
        return Stages.then(
                add(page, tally),
                _ -> {
                    buffer.added(page, tally);
                    return CompletableFuture.completedStage(null);
                },
                cause -> {
                    // Views that may have been added must not count twice; visitors may.
                    if (!(cause instanceof Unavailable)) {
                        buffer.drop(tally.takeViews());
                    }
                    buffer.putBack(page, tally);
                    return CompletableFuture.failedStage(cause);
                });
    }

    /** In parts that the counts take at once; the views with the first. */
    private CompletionStage<Void> add(PageDay page, Tally tally) {
        List<String> visitors = List.copyOf(tally.visitors());
        CompletionStage<Void> added = counts.add(page, tally.views(), part(visitors, 0))
                .thenRun(() -> {
                    var _ = tally.takeViews();
                });
        for (int from = VisitCounts.MAX_VISITORS; from < visitors.size(); from += VisitCounts.MAX_VISITORS) {
            Set<String> part = part(visitors, from);
            added = added.thenCompose(_ -> counts.add(page, 0, part));
        }
        return added;
    }

    private static Set<String> part(List<String> visitors, int from) {
        return Set.copyOf(visitors.subList(from, Math.min(from + VisitCounts.MAX_VISITORS, visitors.size())));
    }
}
