package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.User;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.UserRepository;
import io.nightmarket.domain.account.profile.Profile;
import io.nightmarket.domain.account.profile.ProfileChange;
import io.nightmarket.domain.account.profile.Profiles;
import io.nightmarket.domain.account.profile.Profiles.Outcome;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheNames;
import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Test;

public abstract class ProfilesContract {
    private static final LocalDate LEAP_DAY = LocalDate.of(2000, 2, 29);

    protected abstract Profiles profiles();

    protected abstract UserRepository users();

    private UserId newUser() {
        return await(users().findOrCreate(UserRepositoryContract.freshPhone(), "user_before"))
                .id();
    }

    private Optional<CacheChange> change(UserId user, ProfileChange change) {
        return assertInstanceOf(Outcome.Changed.class, await(profiles().change(user, change)))
                .card();
    }

    @Test
    void aChangeOfAllIsSeenByAll() {
        UserId user = newUser();
        CacheChange change = change(user, new ProfileChange("夜市", "/imgs/a.png", "杭州", "你好 🍢", true, LEAP_DAY))
                .orElseThrow();
        assertEquals(CacheNames.USER_CARDS, change.cache());
        assertEquals(Long.toString(user.value()), change.key());
        assertEquals(
                Optional.of(new Profile(user, "杭州", "你好 🍢", 0, 0, true, LEAP_DAY, 0, 0)),
                await(profiles().find(user)));
        assertEquals(Optional.of(new User(user, "夜市", "/imgs/a.png", Role.SHOPPER)), await(users().find(user)));

        assertEquals(Optional.empty(), change(user, new ProfileChange(null, null, "", "after", false, null)));
        assertEquals(
                Optional.of(new Profile(user, "", "after", 0, 0, false, LEAP_DAY, 0, 0)),
                await(profiles().find(user)));
        assertEquals("夜市", await(users().find(user)).orElseThrow().nickName());
    }

    @Test
    void aNewNameMakesNoProfile() {
        UserId user = newUser();
        CacheChange first = change(user, new ProfileChange("夜市", null, null, null, null, null))
                .orElseThrow();
        CacheChange second = change(user, new ProfileChange(null, "/imgs/a.png", null, null, null, null))
                .orElseThrow();
        assertTrue(second.id() > first.id());
        assertEquals(Optional.empty(), await(profiles().find(user)));
        assertEquals(Optional.of(new User(user, "夜市", "/imgs/a.png", Role.SHOPPER)), await(users().find(user)));
    }

    @Test
    void nothingIsMadeForAUserWhoIsGone() {
        UserId unknown = new UserId(Long.MAX_VALUE);
        ProfileChange change = new ProfileChange("x", null, "x", null, null, null);
        assertEquals(new Outcome.UnknownUser(), await(profiles().change(unknown, change)));
        assertEquals(Optional.empty(), await(profiles().find(unknown)));
    }
}
