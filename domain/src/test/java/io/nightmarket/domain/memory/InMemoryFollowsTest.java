package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.FollowsContract;
import io.nightmarket.domain.follow.Follows;

final class InMemoryFollowsTest extends FollowsContract {
    private final InMemoryFollows follows = new InMemoryFollows(user -> user.value() < Long.MAX_VALUE);
    private long last;

    @Override
    protected Follows follows() {
        return follows;
    }

    @Override
    protected UserId newUser() {
        return new UserId(++last);
    }
}
