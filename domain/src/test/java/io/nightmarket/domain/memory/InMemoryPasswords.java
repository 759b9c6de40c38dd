package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.Passwords;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.UserId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

public final class InMemoryPasswords implements Passwords {
    private final InMemoryUsers users;
    private final Map<UserId, String> hashes = new HashMap<>();

    public InMemoryPasswords(InMemoryUsers users) {
        this.users = users;
    }

    @Override
    public synchronized CompletionStage<Optional<Stored>> find(PhoneNumber phone) {
        return CompletableFuture.completedStage(users.lookUp(phone)
                .map(user -> new Stored(user, phone, hashes.getOrDefault(user.id(), ""))));
    }

    @Override
    public synchronized CompletionStage<Optional<Stored>> find(UserId user) {
        return users.phoneOf(user).map(this::find).orElseGet(() -> CompletableFuture.completedStage(Optional.empty()));
    }

    @Override
    public synchronized CompletionStage<Boolean> replace(UserId user, String before, String hash) {
        boolean same = users.exists(user) && hashes.getOrDefault(user, "").equals(before);
        if (same) {
            hashes.put(user, hash);
        }
        return CompletableFuture.completedStage(same);
    }
}
