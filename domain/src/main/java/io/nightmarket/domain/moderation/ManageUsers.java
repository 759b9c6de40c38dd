package io.nightmarket.domain.moderation;

import io.nightmarket.domain.account.ManageSessions;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.cache.Invalidation;
import io.nightmarket.domain.moderation.ManagedUsers.Account;
import io.nightmarket.domain.moderation.UserTransition.Outcome;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Staff find a user, ban one, lift that, or erase one. */
public final class ManageUsers {
    private final ManagedUsers users;
    private final ManageSessions sessions;
    private final Invalidation caches;

    public ManageUsers(ManagedUsers users, ManageSessions sessions, Invalidation caches) {
        this.users = users;
        this.sessions = sessions;
        this.caches = caches;
    }

    public CompletionStage<Optional<Account>> find(UserId user) {
        return users.find(user);
    }

    public CompletionStage<Optional<Account>> find(PhoneNumber phone) {
        return users.find(phone);
    }

    /**
     * Changes the state, never of the actor; a user who is not active then has no session any more. When this fails the state may
     * be written while sessions go on; repeating it is harmless.
     */
    public CompletionStage<Outcome> change(Session actor, StaffAction action, UserId user, UserTransition transition) {
        if (actor.user().equals(user)) {
            return CompletableFuture.completedStage(Outcome.IS_STAFF);
        }
        return users.change(action, actor.role(), user, transition)
                .thenCompose(changed -> endSessions(user, transition, changed.outcome())
                        .thenCompose(_ -> changed.card()
                                .map(caches::apply)
                                .orElseGet(() -> CompletableFuture.completedStage(null)))
                        .thenApply(_ -> changed.outcome()));
    }

    private CompletionStage<Void> endSessions(UserId user, UserTransition transition, Outcome outcome) {
        boolean holds = outcome == Outcome.DONE || outcome == Outcome.UNCHANGED;
        return holds && transition.to() != UserState.ACTIVE
                ? sessions.endAll(user)
                : CompletableFuture.completedStage(null);
    }
}
