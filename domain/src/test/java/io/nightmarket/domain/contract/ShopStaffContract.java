package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.User;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.UserRepository;
import io.nightmarket.domain.account.permission.Permissions;
import io.nightmarket.domain.audit.AuditEvent.Change;
import io.nightmarket.domain.audit.AuditTrail;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.shop.NewShop;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopRole;
import io.nightmarket.domain.shop.ShopStaff;
import io.nightmarket.domain.shop.ShopStaff.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

public abstract class ShopStaffContract {
    private final UserId actor = new UserId(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 50));
    private final PhoneNumber phone = UserRepositoryContract.freshPhone();

    protected abstract ShopStaff staff();

    protected abstract UserRepository users();

    protected abstract ShopRepository shops();

    protected abstract Permissions permissions();

    protected abstract AuditTrail trail();

    private ShopId shop() {
        NewShop shop = new NewShop("店", 1, "", null, "路", 120.1, 30.2, null, null);
        return await(shops().create(shop, Optional.of(owner()))).id();
    }

    private UserId owner() {
        PhoneNumber another = UserRepositoryContract.freshPhone();
        return await(permissions().grant(another, "owner", Role.MERCHANT))
                .user()
                .id();
    }

    private Outcome appoint(ShopId shop, PhoneNumber whom, ShopRole... role) {
        StaffAction action = new StaffAction(actor, "192.0.2.7", "changeShopStaff", "/shop", "");
        return await(staff().appoint(action, shop, whom, List.of(role).stream().findFirst()));
    }

    private List<Optional<Change>> entries() {
        return await(trail().list(new AuditTrail.Filter(Optional.of(actor), Optional.empty()), Long.MAX_VALUE, 10))
                .stream()
                .map(recorded -> recorded.event().change())
                .toList();
    }

    @Test
    void aRoleIsGivenChangedAndTakenAndEachChangeIsInTheTrail() {
        ShopId shop = shop();
        User user = await(users().findOrCreate(phone, "user_staff"));
        String who = "user " + user.id().value() + ": ";
        for (int i = 0; i < 2; i++) {
            assertEquals(Outcome.DONE, appoint(shop, phone, ShopRole.CASHIER));
        }
        assertEquals(Optional.of(ShopRole.CASHIER), await(shops().roleIn(shop, user.id())));
        assertEquals(Outcome.DONE, appoint(shop, phone, ShopRole.MANAGER));
        assertEquals(Optional.of(ShopRole.MANAGER), await(shops().roleIn(shop, user.id())));
        assertEquals(
                List.of(ShopRole.OWNER, ShopRole.MANAGER),
                await(staff().of(shop)).stream().map(ShopStaff.Member::role).toList());
        assertEquals(
                new ShopStaff.Member(user.id(), "user_staff", phone.toString(), ShopRole.MANAGER),
                await(staff().of(shop)).getLast());
        assertEquals(Outcome.DONE, appoint(shop, phone));
        assertEquals(Optional.empty(), await(shops().roleIn(shop, user.id())));
        assertEquals(
                List.of(
                        Optional.of(new Change("", who + "MANAGER", who + "none")),
                        Optional.of(new Change("", who + "CASHIER", who + "MANAGER")),
                        Optional.of(new Change("", who + "none", who + "CASHIER"))),
                entries());
    }

    @Test
    void whoeverLosesTheRoleOnTheSiteLosesThoseInShops() {
        ShopId shop = shop();
        User user = await(users().findOrCreate(phone, "user_staff"));
        assertEquals(Outcome.DONE, appoint(shop, phone, ShopRole.MANAGER));
        assertEquals(Optional.of(user), await(permissions().revoke(phone)));
        assertEquals(Optional.empty(), await(shops().roleIn(shop, user.id())));
    }

    @Test
    void whatIsNotThereIsRefusedAndAShopHasABoundedStaff() {
        ShopId shop = shop();
        assertEquals(Outcome.NO_SUCH_USER, appoint(shop, phone, ShopRole.CASHIER));
        var _ = await(users().findOrCreate(phone, "user_staff"));
        assertEquals(Outcome.NO_SUCH_SHOP, appoint(new ShopId(Long.MAX_VALUE), phone, ShopRole.CASHIER));
        for (int i = 0; i < ShopStaff.MAX; i++) {
            PhoneNumber another = UserRepositoryContract.freshPhone();
            var _ = await(users().findOrCreate(another, "user_more"));
            assertEquals(Outcome.DONE, appoint(shop, another, ShopRole.CASHIER));
        }
        assertEquals(Outcome.FULL, appoint(shop, phone, ShopRole.CASHIER));
        assertEquals(Outcome.DONE, appoint(shop, phone));
        assertEquals(ShopStaff.MAX + 1, await(staff().of(shop)).size());
    }
}
