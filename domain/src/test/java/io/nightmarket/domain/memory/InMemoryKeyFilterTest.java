package io.nightmarket.domain.memory;

import io.nightmarket.domain.cache.KeyFilter;
import io.nightmarket.domain.contract.KeyFilterContract;

final class InMemoryKeyFilterTest extends KeyFilterContract {
    private final KeyFilter filter = new InMemoryKeyFilter();

    @Override
    protected KeyFilter filter() {
        return filter;
    }
}
