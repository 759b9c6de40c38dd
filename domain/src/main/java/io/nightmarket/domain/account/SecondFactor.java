package io.nightmarket.domain.account;

import java.time.Clock;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The second factor that merchants and administrators can be required to use. */
public final class SecondFactor {
    private final boolean required;
    private final TotpSecrets secrets;
    private final Clock clock;

    public SecondFactor(boolean required, TotpSecrets secrets, Clock clock) {
        this.required = required;
        this.secrets = secrets;
        this.clock = clock;
    }

    /**
     * The role that a login may act in.
     *
     * @param step the step of the password that proved a second factor; empty without one
     */
    record Allowed(Role role, OptionalLong step) {}

    /** The role of a user who logs in with this password; nothing when it is wrong. Without one, staff who need one are shoppers. */
    CompletionStage<Optional<Allowed>> check(User user, Optional<String> password) {
        if (!required || user.role() == Role.SHOPPER) {
            return CompletableFuture.completedStage(Optional.of(new Allowed(user.role(), OptionalLong.empty())));
        }
        return password.isEmpty()
                ? CompletableFuture.completedStage(Optional.of(new Allowed(Role.SHOPPER, OptionalLong.empty())))
                : secrets.find(user.id()).thenCompose(secret -> use(user, secret, password.get()));
    }

    private CompletionStage<Optional<Allowed>> use(User user, Optional<byte[]> secret, String password) {
        OptionalLong step =
                secret.isEmpty() ? OptionalLong.empty() : Totp.stepOf(secret.get(), password, clock.instant());
        CompletionStage<Boolean> used = step.isEmpty()
                ? CompletableFuture.completedStage(false)
                : secrets.use(user.id(), secret.get(), step.getAsLong());
        return used.thenCompose(right -> right
                ? CompletableFuture.completedStage(Optional.of(new Allowed(user.role(), step)))
                : secrets.countWrong(user.id()).thenApply(_ -> Optional.empty()));
    }
}
