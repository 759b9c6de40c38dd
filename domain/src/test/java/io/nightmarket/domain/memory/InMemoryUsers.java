package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.User;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.UserRepository;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

public final class InMemoryUsers implements UserRepository {
    private final Map<PhoneNumber, UserId> byPhone = new HashMap<>();
    private final Map<UserId, User> users = new HashMap<>();
    private final Set<UserId> banned = new HashSet<>();
    private long last;

    @Override
    public synchronized CompletionStage<User> findOrCreate(PhoneNumber phone, String nickName) {
        UserId id = byPhone.computeIfAbsent(phone, _ -> new UserId(++last));
        return CompletableFuture.completedStage(
                users.computeIfAbsent(id, _ -> new User(id, nickName, "", Role.SHOPPER)));
    }

    @Override
    public synchronized CompletionStage<Optional<User>> find(UserId id) {
        return CompletableFuture.completedStage(lookUp(id));
    }

    @Override
    public synchronized CompletionStage<Optional<User>> find(PhoneNumber phone) {
        return CompletableFuture.completedStage(
                Optional.ofNullable(byPhone.get(phone)).flatMap(this::lookUp));
    }

    @Override
    public synchronized CompletionStage<Boolean> isBanned(UserId id) {
        return CompletableFuture.completedStage(banned.contains(id));
    }

    @Override
    public synchronized CompletionStage<Boolean> isBanned(PhoneNumber phone) {
        return CompletableFuture.completedStage(
                lookUp(phone).filter(user -> banned.contains(user.id())).isPresent());
    }

    public synchronized void ban(UserId id, boolean isBanned) {
        boolean _ = isBanned ? banned.add(id) : banned.remove(id);
    }

    /** Takes phone, name and picture. */
    synchronized void erase(UserId id) {
        boolean _ = byPhone.values().remove(id);
        users.computeIfPresent(id, (_, user) -> new User(id, "", "", user.role()));
    }

    /** Whether there is such a user. */
    public synchronized boolean exists(UserId id) {
        return users.containsKey(id);
    }

    /** Changes what is not null; false when there is no such user. */
    synchronized boolean change(UserId id, @Nullable String nickName, @Nullable String icon) {
        return users.computeIfPresent(
                        id,
                        (_, user) -> new User(
                                id,
                                Objects.requireNonNullElse(nickName, user.nickName()),
                                Objects.requireNonNullElse(icon, user.icon()),
                                user.role()))
                != null;
    }

    synchronized Optional<PhoneNumber> phoneOf(UserId id) {
        return byPhone.entrySet().stream()
                .filter(entry -> entry.getValue().equals(id))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Gives a user another role. */
    public synchronized void grant(UserId id, Role role) {
        users.computeIfPresent(id, (_, user) -> new User(id, user.nickName(), user.icon(), role));
    }

    synchronized Optional<User> lookUp(PhoneNumber phone) {
        return Optional.ofNullable(byPhone.get(phone)).flatMap(this::lookUp);
    }

    synchronized Optional<User> lookUp(UserId id) {
        return Optional.ofNullable(users.get(id));
    }
}
