package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.InboxesContract;
import io.nightmarket.domain.feed.Inboxes;

final class InMemoryInboxesTest extends InboxesContract {
    private final Inboxes inboxes = new InMemoryInboxes();

    @Override
    protected Inboxes inboxes() {
        return inboxes;
    }
}
