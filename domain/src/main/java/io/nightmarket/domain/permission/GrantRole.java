package io.nightmarket.domain.permission;

import io.nightmarket.domain.account.NickNames;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.permission.Permissions.Granted;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;

/** An operator gives a user another role; sessions that are open keep theirs. */
public final class GrantRole {
    private final Permissions permissions;
    private final RandomGenerator secureRandom;

    public GrantRole(Permissions permissions, RandomGenerator secureRandom) {
        this.permissions = permissions;
        this.secureRandom = secureRandom;
    }

    /** Gives the role, and creates the user as a first login would when the phone has none. */
    public CompletionStage<Granted> grant(PhoneNumber phone, Role role) {
        return permissions.grant(phone, NickNames.random(secureRandom), role);
    }
}
