package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.IdSegmentsContract;
import io.nightmarket.domain.id.IdSegments;

final class InMemoryIdSegmentsTest extends IdSegmentsContract {
    private final IdSegments segments = new InMemoryIdSegments();

    @Override
    protected IdSegments segments() {
        return segments;
    }
}
