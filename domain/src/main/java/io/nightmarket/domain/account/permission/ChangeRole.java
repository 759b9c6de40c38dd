package io.nightmarket.domain.account.permission;

import io.nightmarket.domain.account.NickNames;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.SessionEvents;
import io.nightmarket.domain.account.SessionLedger;
import io.nightmarket.domain.account.SessionLedger.OpenSession;
import io.nightmarket.domain.account.SessionStore;
import io.nightmarket.domain.account.User;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.permission.Permissions.Granted;
import io.nightmarket.domain.base.OneByOne;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;

/** Gives users another role. It counts in open sessions at once, where word of it comes, and else once the trust in their tokens ends. */
public final class ChangeRole {
    private final Permissions permissions;
    private final SessionLedger ledger;
    private final SessionStore store;
    private final SessionEvents events;
    private final Clock clock;
    private final RandomGenerator secureRandom;

    public ChangeRole(
            Permissions permissions,
            SessionLedger ledger,
            SessionStore store,
            SessionEvents events,
            Clock clock,
            RandomGenerator secureRandom) {
        this.permissions = permissions;
        this.ledger = ledger;
        this.store = store;
        this.events = events;
        this.clock = clock;
        this.secureRandom = secureRandom;
    }

    /**
     * Gives the role, and creates the user as a first login would when the phone has none. When this fails the role may
     * be written and not count in open sessions yet; repeating it is harmless.
     */
    public CompletionStage<Granted> grant(PhoneNumber phone, Role role) {
        return permissions
                .grant(phone, NickNames.random(secureRandom), role)
                .thenCompose(granted -> refresh(granted.user().id()).thenApply(_ -> granted));
    }

    /** Makes a shopper of the user with this phone, who owns no shops then. Empty when there is none. */
    public CompletionStage<Optional<User>> revoke(PhoneNumber phone) {
        return permissions
                .revoke(phone)
                .thenCompose(user -> user.<CompletionStage<Void>>map(found -> refresh(found.id()))
                        .orElseGet(() -> CompletableFuture.completedStage(null))
                        .thenApply(_ -> user));
    }

    /** Older sessions than the newest hundred get the role when the ledger is asked for them. */
    private CompletionStage<Void> refresh(UserId user) {
        return ledger.openOf(user, clock.instant()).thenCompose(open -> OneByOne.doAll(open, this::refresh));
    }

    private CompletionStage<Void> refresh(OpenSession open) {
        return ledger.find(open.id(), clock.instant())
                .thenCompose(found -> found.map(session -> store.changeRole(session.id(), session.role()))
                        .orElseGet(() -> CompletableFuture.completedStage(null)))
                .thenRun(() -> events.changed(open.id()));
    }
}
