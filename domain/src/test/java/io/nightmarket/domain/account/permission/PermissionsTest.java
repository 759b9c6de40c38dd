package io.nightmarket.domain.account.permission;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.CheckSession;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionEvents;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.SessionLedger;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.User;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.permission.Permissions.Assignment;
import io.nightmarket.domain.memory.InMemoryPermissions;
import io.nightmarket.domain.memory.InMemorySessionLedger;
import io.nightmarket.domain.memory.InMemorySessionStore;
import io.nightmarket.domain.memory.InMemoryShops;
import io.nightmarket.domain.memory.InMemoryUsers;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.shop.NewShop;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopRole;
import io.nightmarket.domain.simulation.Changed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Roles that are granted, and shops that are assigned. */
final class PermissionsTest {
    private static final PhoneNumber PHONE = new PhoneNumber("13812345678");

    private final InMemoryUsers users = new InMemoryUsers();
    private final InMemoryShops shops = new InMemoryShops();
    private final Permissions permissions = new InMemoryPermissions(users, shops);
    private final ManualClock clock = new ManualClock(Instant.parse("2026-06-18T12:00:00Z"));
    private final InMemorySessionLedger ledger = new InMemorySessionLedger(SessionPolicy.DEFAULT, false, users);
    private final InMemorySessionStore store = new InMemorySessionStore(SessionPolicy.DEFAULT, clock);
    private final List<SessionId> changed = new ArrayList<>();
    private final SessionEvents events = Changed.calls(
            SessionEvents.class,
            (_, method, arguments) -> method.getName().equals("changed") && changed.add((SessionId) arguments[0]));
    private final ChangeRole grant = new ChangeRole(permissions, ledger, store, events, clock, new Random(42));
    private final AssignShops assign = new AssignShops(permissions);

    private Session session(User user) {
        Session session = new Session(
                SessionId.random(new Random(7)),
                user.id(),
                user.role(),
                clock.instant().plus(SessionPolicy.DEFAULT.absolute()));
        await(ledger.open(session, new SessionLedger.Login(clock.instant(), "203.0.113.7", OptionalLong.empty())));
        await(store.save(session, clock.instant()));
        return session;
    }

    private Role roleIn(Session session) {
        CheckSession check = new CheckSession(store, ledger, SessionPolicy.DEFAULT, clock, (_, _) -> {});
        return await(check.check(session.id())).orElseThrow().role();
    }

    @Test
    void aRoleCountsInOpenSessions() {
        Session session = session(await(users.findOrCreate(PHONE, "user_x")));

        User merchant = await(grant.grant(PHONE, Role.MERCHANT)).user();
        assertEquals(Role.MERCHANT, roleIn(session));
        assertEquals(List.of(session.id()), changed);

        assertEquals(Optional.of(Role.SHOPPER), await(grant.revoke(PHONE)).map(User::role));
        assertEquals(Role.SHOPPER, roleIn(session));
        assertEquals(session.user(), merchant.id());
        assertEquals(List.of(session.id(), session.id()), changed);
    }

    @Test
    void aRoleThatWasTakenAwayInTheDatabaseAloneEnds() {
        Session session = session(await(grant.grant(PHONE, Role.ADMIN)).user());

        users.grant(session.user(), Role.SHOPPER);

        assertEquals(Role.SHOPPER, roleIn(session));
    }

    private ShopId shop() {
        NewShop shop = new NewShop("店", 1, "", null, "路", 1, 2, null, null);
        return await(shops.create(shop, Optional.empty())).id();
    }

    @Test
    void aNewAdminIsCalledAsAfterAFirstLogin() {
        User admin = await(grant.grant(PHONE, Role.ADMIN)).user();
        assertTrue(admin.nickName().matches("user_[a-z0-9]{10}"), admin.nickName());
        assertEquals(admin, await(users.findOrCreate(PHONE, "")));
    }

    @Test
    void aMerchantGetsShops() {
        UserId merchant = await(grant.grant(PHONE, Role.MERCHANT)).user().id();
        ShopId shop = shop();
        assertEquals(new Assignment.Assigned(Map.of()), await(assign.assign(PHONE, Set.of(shop), Set.of())));
        assertEquals(Optional.of(ShopRole.OWNER), await(shops.roleIn(shop, merchant)));
    }

    @Test
    void aShopThatIsAddedAndRemovedAtOnceIsRefusedWithAllTheOthers() {
        UserId merchant = await(grant.grant(PHONE, Role.MERCHANT)).user().id();
        ShopId clear = shop();
        ShopId both = shop();
        assertEquals(
                new Assignment.Contradictory(Set.of(both)),
                await(assign.assign(PHONE, Set.of(clear, both), Set.of(both))));
        assertEquals(Optional.empty(), await(shops.roleIn(clear, merchant)));
    }
}
