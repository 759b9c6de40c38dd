package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.TotpSecrets;
import io.nightmarket.domain.account.User;
import io.nightmarket.domain.account.UserId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Secrets of the users that {@link InMemoryUsers} knows. */
public final class InMemoryTotpSecrets implements TotpSecrets {
    private final InMemoryUsers users;
    private final Map<UserId, byte[]> secrets = new HashMap<>();
    private final Map<UserId, Long> lastSteps = new HashMap<>();
    private final Map<UserId, Integer> wrong = new HashMap<>();

    public InMemoryTotpSecrets(InMemoryUsers users) {
        this.users = users;
    }

    @Override
    public synchronized CompletionStage<Optional<byte[]>> find(UserId user) {
        return CompletableFuture.completedStage(Optional.ofNullable(secrets.get(user)));
    }

    @Override
    public synchronized CompletionStage<Boolean> use(UserId user, byte[] secret, long step) {
        boolean fresh = Arrays.equals(secrets.get(user), secret)
                && lastSteps.getOrDefault(user, 0L) < step
                && wrong.getOrDefault(user, 0) < MAX_WRONG;
        if (fresh) {
            lastSteps.put(user, step);
            wrong.remove(user);
        }
        return CompletableFuture.completedStage(fresh);
    }

    @Override
    public synchronized CompletionStage<Void> countWrong(UserId user) {
        wrong.merge(user, 1, Integer::sum);
        return CompletableFuture.completedStage(null);
    }

    /** The next day begins. */
    public synchronized void nextDay() {
        wrong.clear();
    }

    @Override
    public synchronized CompletionStage<Boolean> set(PhoneNumber phone, byte[] secret) {
        Optional<UserId> user = users.lookUp(phone).map(User::id);
        user.ifPresent(id -> {
            secrets.put(id, secret);
            lastSteps.remove(id);
            wrong.remove(id);
        });
        return CompletableFuture.completedStage(user.isPresent());
    }

    @Override
    public synchronized CompletionStage<Boolean> remove(PhoneNumber phone) {
        return CompletableFuture.completedStage(users.lookUp(phone)
                .map(user -> secrets.remove(user.id()) != null)
                .orElse(false));
    }
}
