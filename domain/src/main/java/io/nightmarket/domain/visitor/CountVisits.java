package io.nightmarket.domain.visitor;

import io.nightmarket.domain.concurrent.OneByOne;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.failure.Unavailable;
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
        long views = entry.getValue().views();
        Set<String> visitors = entry.getValue().visitors();
        return counts.add(page, views, visitors).exceptionallyCompose(failure -> {
            Throwable cause = DomainFailure.causeOf(failure);
            // Views that may have been added must not count twice; visitors may.
            boolean mayBeAdded = !(cause instanceof Unavailable);
            buffer.add(page, mayBeAdded ? 0 : views, visitors);
            if (mayBeAdded) {
                buffer.drop(views);
            }
            return CompletableFuture.failedStage(cause);
        });
    }
}
