package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.User;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.UserRepository;
import io.nightmarket.domain.account.permission.Permissions;
import io.nightmarket.domain.account.permission.Permissions.Assignment;
import io.nightmarket.domain.account.permission.Permissions.Granted;
import io.nightmarket.domain.shop.NewShop;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopRole;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

public abstract class PermissionsContract {
    /** No test has so many shops. */
    private static final ShopId NO_SHOP = new ShopId(Long.MAX_VALUE);

    private final PhoneNumber phone = freshPhone();

    protected abstract Permissions permissions();

    protected abstract UserRepository users();

    protected abstract ShopRepository shops();

    /** A phone that no other test has. */
    protected static PhoneNumber freshPhone() {
        return UserRepositoryContract.freshPhone();
    }

    private User user(PhoneNumber phone) {
        return await(users().findOrCreate(phone, "user_known"));
    }

    private UserId merchant(PhoneNumber phone) {
        return await(permissions().grant(phone, "user_merchant", Role.MERCHANT))
                .user()
                .id();
    }

    private ShopId shop(UserId... owner) {
        NewShop shop = new NewShop("店", 1, "", null, "路", 120.1, 30.2, null, null);
        return await(shops().create(shop, owner.length == 0 ? Optional.empty() : Optional.of(owner[0])))
                .id();
    }

    private boolean owns(UserId merchant, ShopId shop) {
        return await(shops().roleIn(shop, merchant)).equals(Optional.of(ShopRole.OWNER));
    }

    private Assignment assign(Set<ShopId> added, Set<ShopId> removed) {
        return await(permissions().assign(phone, added, removed));
    }

    private static Assignment assigned() {
        return new Assignment.Assigned(Map.of());
    }

    @Test
    void whoeverLosesTheRoleOwnsNoShops() {
        UserId merchant = merchant(phone);
        ShopId shop = shop(merchant);

        assertEquals(
                Optional.of(Role.SHOPPER), await(permissions().revoke(phone)).map(User::role));
        assertEquals(
                Optional.of(Role.SHOPPER), await(permissions().revoke(phone)).map(User::role));

        assertEquals(Role.SHOPPER, user(phone).role());
        assertFalse(owns(merchant, shop));
        assertEquals(Optional.empty(), await(permissions().revoke(freshPhone())));
    }

    @ParameterizedTest
    @EnumSource
    void aPhoneWithoutUserGetsOneWithTheRole(Role role) {
        Granted granted = await(permissions().grant(phone, "user_new", role));

        assertTrue(granted.created());
        assertEquals(new User(granted.user().id(), "user_new", "", role), granted.user());
        assertEquals(granted.user(), user(phone));
    }

    @ParameterizedTest
    @EnumSource
    void aUserKeepsAllButTheRole(Role role) {
        User before = user(phone);
        assertFalse(
                await(permissions().grant(phone, "user_other", Role.MERCHANT)).created());

        User after = new User(before.id(), before.nickName(), before.icon(), role);
        for (int i = 0; i < 2; i++) {
            assertEquals(new Granted(after, false), await(permissions().grant(phone, "user_other", role)));
            assertEquals(after, user(phone));
        }
    }

    @Test
    void concurrentGrantsToANewPhoneAreOfOneUser() {
        Set<UserId> ids = Stages.atOnce(8, i -> permissions().grant(phone, "user_" + i, Role.ADMIN)).stream()
                .map(granted -> granted.user().id())
                .collect(Collectors.toSet());
        assertEquals(Set.of(user(phone).id()), ids);
        assertEquals(Role.ADMIN, user(phone).role());
    }

    @Test
    void aMerchantGetsShopsAndLosesShops() {
        UserId merchant = merchant(phone);
        ShopId kept = shop(merchant);
        ShopId lost = shop(merchant);
        ShopId gained = shop();

        for (int i = 0; i < 2; i++) {
            assertEquals(assigned(), assign(Set.of(gained), Set.of(lost)));
            assertTrue(owns(merchant, gained));
            assertFalse(owns(merchant, lost));
            assertTrue(owns(merchant, kept));
        }
    }

    @Test
    void aShopOfAnotherMerchantChangesItsOwner() {
        UserId before = merchant(freshPhone());
        ShopId shop = shop(before);
        UserId merchant = merchant(phone);
        assertEquals(assigned(), assign(Set.of(), Set.of(shop)), "it is another's");
        assertTrue(owns(before, shop));
        assertEquals(new Assignment.Assigned(Map.of(shop, before)), assign(Set.of(shop), Set.of()));
        assertFalse(owns(before, shop));
        assertTrue(owns(merchant, shop));
    }

    @Test
    void shopsThatDoNotExistAreNamedAndNothingIsChanged() {
        UserId merchant = merchant(phone);
        ShopId gained = shop();
        ShopId lost = shop(merchant);

        Assignment unknown = new Assignment.UnknownShops(Set.of(NO_SHOP));
        assertEquals(unknown, assign(Set.of(gained, NO_SHOP), Set.of(lost)));
        assertEquals(unknown, assign(Set.of(gained), Set.of(lost, NO_SHOP)));
        assertFalse(owns(merchant, gained));
        assertTrue(owns(merchant, lost));
    }

    @Test
    void onlyAMerchantOwnsShops() {
        ShopId shop = shop();
        assertEquals(new Assignment.UnknownUser(), assign(Set.of(shop), Set.of()));
        assertEquals(Optional.empty(), await(users().find(phone)));
        UserId shopper = user(phone).id();
        assertEquals(new Assignment.NotMerchant(Role.SHOPPER), assign(Set.of(shop), Set.of()));
        var _ = await(permissions().grant(phone, "user_admin", Role.ADMIN));
        assertEquals(new Assignment.NotMerchant(Role.ADMIN), assign(Set.of(shop), Set.of()));
        assertFalse(owns(shopper, shop));
    }
}
