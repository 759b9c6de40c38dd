package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserRepository;
import io.nightmarket.domain.account.profile.Profiles;
import io.nightmarket.domain.contract.ProfilesContract;

final class InMemoryProfilesTest extends ProfilesContract {
    private final InMemoryUsers users = new InMemoryUsers();
    private final Profiles profiles = new InMemoryProfiles(users);

    @Override
    protected Profiles profiles() {
        return profiles;
    }

    @Override
    protected UserRepository users() {
        return users;
    }
}
