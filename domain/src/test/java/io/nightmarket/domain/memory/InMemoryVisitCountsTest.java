package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.VisitCountsContract;
import io.nightmarket.domain.visitor.VisitCounts;

final class InMemoryVisitCountsTest extends VisitCountsContract {
    private final VisitCounts counts = new InMemoryVisitCounts();

    @Override
    protected VisitCounts counts() {
        return counts;
    }
}
