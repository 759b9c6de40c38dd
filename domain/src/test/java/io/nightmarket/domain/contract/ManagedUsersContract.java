package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.User;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.UserRepository;
import io.nightmarket.domain.account.permission.Permissions;
import io.nightmarket.domain.audit.AuditEvent.Change;
import io.nightmarket.domain.audit.AuditTrail;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.moderation.ManagedUsers;
import io.nightmarket.domain.moderation.ManagedUsers.Account;
import io.nightmarket.domain.moderation.ManagedUsers.Left;
import io.nightmarket.domain.moderation.UserState;
import io.nightmarket.domain.moderation.UserTransition;
import io.nightmarket.domain.moderation.UserTransition.Outcome;
import io.nightmarket.domain.note.CommentId;
import io.nightmarket.domain.note.CommentRepository;
import io.nightmarket.domain.note.CommentRepository.Addition;
import io.nightmarket.domain.note.LikeLedger;
import io.nightmarket.domain.note.NewComment;
import io.nightmarket.domain.note.NewNote;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.shop.NewShop;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopRole;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

public abstract class ManagedUsersContract {
    private final UserId actor = new UserId(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 50));
    private final PhoneNumber phone = UserRepositoryContract.freshPhone();

    protected abstract ManagedUsers managed();

    protected abstract UserRepository users();

    protected abstract Permissions permissions();

    protected abstract ShopRepository shops();

    protected abstract NoteRepository notes();

    protected abstract CommentRepository comments();

    protected abstract LikeLedger likes();

    protected abstract AuditTrail trail();

    private User shopper() {
        return await(users().findOrCreate(phone, "user_managed"));
    }

    private ManagedUsers.Changed change(Role role, UserId user, UserTransition transition) {
        StaffAction action = new StaffAction(actor, "192.0.2.7", "banUser", "/admin/users", "spam");
        return await(managed().change(action, role, user, transition));
    }

    private Outcome outcome(Role role, UserId user, UserTransition transition) {
        return change(role, user, transition).outcome();
    }

    private UserState state(UserId user) {
        return await(managed().find(user)).orElseThrow().state();
    }

    private List<Optional<Change>> entries() {
        return await(trail().list(new AuditTrail.Filter(Optional.of(actor), Optional.empty()), Long.MAX_VALUE, 10))
                .stream()
                .map(recorded -> recorded.event().change())
                .toList();
    }

    @Test
    void aBanIsSeenLiftedAndInTheTrail() {
        UserId user = shopper().id();
        assertEquals(
                new Account(
                        user,
                        phone.toString(),
                        "user_managed",
                        Role.SHOPPER,
                        Map.of(),
                        UserState.ACTIVE,
                        Optional.empty(),
                        ""),
                await(managed().find(phone)).orElseThrow());
        assertFalse(await(users().isBanned(user)));

        assertEquals(Outcome.DONE, outcome(Role.OPERATOR, user, UserTransition.BAN));
        assertEquals(Outcome.UNCHANGED, outcome(Role.OPERATOR, user, UserTransition.BAN));
        Account banned = await(managed().find(user)).orElseThrow();
        assertEquals(UserState.BANNED, banned.state());
        assertEquals("spam", banned.reason());
        assertTrue(banned.since().isPresent());
        assertTrue(await(users().isBanned(user)));
        assertTrue(await(users().isBanned(phone)));

        assertEquals(Outcome.DONE, outcome(Role.OPERATOR, user, UserTransition.LIFT));
        assertEquals(Outcome.UNCHANGED, outcome(Role.OPERATOR, user, UserTransition.LIFT));
        assertFalse(await(users().isBanned(phone)));
        assertEquals(
                List.of(
                        Optional.of(new Change("spam", "BANNED", "ACTIVE")),
                        Optional.of(new Change("spam", "ACTIVE", "BANNED"))),
                entries());
    }

    @Test
    void staffAreBannedByAdministratorsAloneAndErasedByNobody() {
        UserId merchant = await(permissions().grant(phone, "user_m", Role.MERCHANT))
                .user()
                .id();
        NewShop draft = new NewShop("店", 1, "", null, "路", 120.1, 30.2, null, null);
        ShopId shop = await(shops().create(draft, Optional.of(merchant))).id();
        assertEquals(
                Map.of(shop, ShopRole.OWNER),
                await(managed().find(merchant)).orElseThrow().shops());
        assertEquals(Outcome.IS_STAFF, outcome(Role.OPERATOR, merchant, UserTransition.BAN));
        assertEquals(Outcome.IS_STAFF, outcome(Role.ADMIN, merchant, UserTransition.ERASE));
        assertEquals(UserState.ACTIVE, state(merchant));
        assertEquals(Outcome.DONE, outcome(Role.ADMIN, merchant, UserTransition.BAN));
        assertEquals(Outcome.IS_STAFF, outcome(Role.OPERATOR, merchant, UserTransition.LIFT));
        assertEquals(UserState.BANNED, state(merchant));

        UserId nobody = new UserId(Long.MAX_VALUE);
        assertEquals(Outcome.NO_SUCH_USER, outcome(Role.ADMIN, nobody, UserTransition.BAN));
        assertEquals(Optional.empty(), await(managed().find(nobody)));
    }

    @Test
    void ofAnErasedUserAPseudonymStays() {
        UserId user = shopper().id();
        ManagedUsers.Changed erased = change(Role.ADMIN, user, UserTransition.ERASE);
        assertEquals(Outcome.DONE, erased.outcome());
        assertEquals(CacheNames.USER_CARDS, erased.card().orElseThrow().cache());
        assertEquals(Outcome.UNCHANGED, outcome(Role.ADMIN, user, UserTransition.ERASE));
        assertEquals(Outcome.ERASED, outcome(Role.ADMIN, user, UserTransition.BAN));
        assertEquals(Outcome.ERASED, outcome(Role.ADMIN, user, UserTransition.LIFT));

        Account account = await(managed().find(user)).orElseThrow();
        assertEquals("", account.nickName());
        assertEquals(Optional.empty(), PhoneNumber.parse(account.phone()));
        assertTrue(account.phone().length() <= 11);
        assertEquals(
                new User(user, "", "", Role.SHOPPER), await(users().find(user)).orElseThrow());
        assertTrue(await(users().isBanned(user)));
        assertFalse(await(users().isBanned(phone)), "the phone is free");
        assertNotEquals(user, shopper().id());
    }

    @Test
    void whatIsLeftOfAnErasedUserIsNamed() {
        UserId user = shopper().id();
        NewShop draft = new NewShop("店", 1, "", null, "路", 120.1, 30.2, null, null);
        ShopId shop = await(shops().create(draft, Optional.empty())).id();
        NoteId note = await(notes().create(new NewNote(shop, user, "title", "", "content")))
                .orElseThrow()
                .id();
        CommentId comment =
                await(comments().add(new NewComment(note, user, Optional.empty(), Optional.empty(), "well")))
                                instanceof Addition.Added(CommentId id, var _)
                        ? id
                        : new CommentId(1);
        var _ = await(likes().toggle(note, user));
        assertFalse(await(managed().erased(1000)).contains(user));
        var _ = change(Role.ADMIN, user, UserTransition.ERASE);
        assertTrue(await(managed().erased(1000)).contains(user));
        assertEquals(
                new Left(List.of(note), List.of(comment), List.of(note)),
                await(managed().leftOf(user, 10)));
        assertEquals(0, await(managed().leftOf(user, 0)).notes().size());
        assertEquals(0, await(managed().deleteRows(user, 10)));
        await(managed().finish(user));
        assertTrue(await(managed().erased(1000)).contains(user), "requests may have been under way");
    }
}
