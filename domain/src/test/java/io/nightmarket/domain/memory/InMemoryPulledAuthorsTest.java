package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.PulledAuthorsContract;
import io.nightmarket.domain.feed.PulledAuthors;

final class InMemoryPulledAuthorsTest extends PulledAuthorsContract {
    private final PulledAuthors pulled = new InMemoryPulledAuthors();

    @Override
    protected PulledAuthors pulled() {
        return pulled;
    }
}
