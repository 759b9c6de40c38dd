package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.User;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.moderation.ManagedUsers;
import io.nightmarket.domain.moderation.UserState;
import io.nightmarket.domain.moderation.UserTransition;
import io.nightmarket.domain.moderation.UserTransition.Outcome;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Users as staff see them in memory. */
public final class InMemoryManagedUsers implements ManagedUsers {
    private record Standing(UserState state, Instant since, String reason) {}

    private final InMemoryUsers users;
    private final InMemoryShops shops;
    private final InMemoryNotes notes;
    private final InMemoryComments comments;
    private final InMemoryLikes likes;
    private final InMemoryAuditTrail trail;
    private final Clock clock;
    private final Map<UserId, Standing> standings = new HashMap<>();
    private final Set<UserId> erased = new LinkedHashSet<>();
    private long changes;

    public InMemoryManagedUsers(
            InMemoryUsers users,
            InMemoryShops shops,
            InMemoryNotes notes,
            InMemoryComments comments,
            InMemoryLikes likes,
            InMemoryAuditTrail trail,
            Clock clock) {
        this.users = users;
        this.shops = shops;
        this.notes = notes;
        this.comments = comments;
        this.likes = likes;
        this.trail = trail;
        this.clock = clock;
    }

    @Override
    public synchronized CompletionStage<Optional<Account>> find(UserId id) {
        return CompletableFuture.completedStage(users.lookUp(id).map(this::account));
    }

    @Override
    public synchronized CompletionStage<Optional<Account>> find(PhoneNumber phone) {
        return CompletableFuture.completedStage(users.lookUp(phone).map(this::account));
    }

    private Account account(User user) {
        Optional<Standing> standing = Optional.ofNullable(standings.get(user.id()));
        return new Account(
                user.id(),
                users.phoneOf(user.id())
                        .map(PhoneNumber::toString)
                        .orElseGet(() -> 'x' + Long.toString(user.id().value(), 36)),
                user.nickName(),
                user.role(),
                shops.rolesHeldBy(user.id()),
                standing.map(Standing::state).orElse(UserState.ACTIVE),
                standing.map(Standing::since),
                standing.map(Standing::reason).orElse(""));
    }

    @Override
    public synchronized CompletionStage<Changed> change(
            StaffAction action, Role actor, UserId id, UserTransition transition) {
        Optional<Account> found = users.lookUp(id).map(this::account);
        Outcome outcome = found.map(account -> transition.of(account.state(), account.role(), actor))
                .orElse(Outcome.NO_SUCH_USER);
        Optional<CacheChange> card = Optional.empty();
        if (outcome == Outcome.DONE) {
            boolean isActive = transition.to() == UserState.ACTIVE;
            trail.recordChange(
                    action, found.orElseThrow().state().name(), transition.to().name());
            users.ban(id, !isActive);
            if (isActive) {
                standings.remove(id);
            } else {
                standings.put(id, new Standing(transition.to(), clock.instant(), action.reason()));
            }
            if (transition.to() == UserState.ERASED) {
                users.erase(id);
                shops.dismiss(id);
                erased.add(id);
                card = Optional.of(new CacheChange(++changes, CacheNames.USER_CARDS, Long.toString(id.value())));
            }
        }
        return CompletableFuture.completedStage(new Changed(outcome, card));
    }

    @Override
    public synchronized CompletionStage<List<UserId>> erased(int max) {
        return CompletableFuture.completedStage(erased.stream().limit(max).toList());
    }

    @Override
    public CompletionStage<Left> leftOf(UserId user, int max) {
        return CompletableFuture.completedStage(new Left(
                notes.of(user).stream().limit(max).toList(),
                comments.of(user).stream().limit(max).toList(),
                likes.of(user).stream().limit(max).toList()));
    }

    @Override
    public CompletionStage<Integer> deleteRows(UserId user, int max) {
        return CompletableFuture.completedStage(0);
    }

    @Override
    public synchronized CompletionStage<Void> finish(UserId user) {
        return CompletableFuture.completedStage(null);
    }
}
