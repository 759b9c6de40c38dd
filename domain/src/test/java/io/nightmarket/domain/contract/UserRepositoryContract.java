package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.User;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.UserRepository;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** What every {@link UserRepository} promises. */
public abstract class UserRepositoryContract {
    protected abstract UserRepository users();

    protected abstract void grant(UserId user, Role role);

    /** A phone that no other test has. */
    public static PhoneNumber freshPhone() {
        long digits = ThreadLocalRandom.current().nextLong(1_000_000_000L);
        return new PhoneNumber(String.format(Locale.ROOT, "19%09d", digits));
    }

    @Test
    void theFirstLoginOfAPhoneMakesAShopper() {
        User made = await(users().findOrCreate(freshPhone(), "user_first"));
        assertEquals("user_first", made.nickName());
        assertEquals("", made.icon());
        assertEquals(Role.SHOPPER, made.role());
        assertEquals(Optional.of(made), await(users().find(made.id())));
    }

    @Test
    void aKnownPhoneKeepsItsUserAndName() {
        PhoneNumber phone = freshPhone();
        User made = await(users().findOrCreate(phone, "user_first"));
        assertEquals(made, await(users().findOrCreate(phone, "user_second")));
    }

    @Test
    void aUserIsFoundByThePhone() {
        PhoneNumber phone = freshPhone();
        assertEquals(Optional.empty(), await(users().find(phone)));
        User made = await(users().findOrCreate(phone, "user_first"));
        assertEquals(Optional.of(made), await(users().find(phone)));
    }

    @Test
    void differentPhonesAreDifferentUsers() {
        User one = await(users().findOrCreate(freshPhone(), "user_same"));
        User other = await(users().findOrCreate(freshPhone(), "user_same"));
        assertNotEquals(one.id(), other.id());
    }

    @Test
    void firstLoginsOfOnePhoneAtOnceAreOneUser() {
        PhoneNumber phone = freshPhone();
        UserRepository users = users();
        List<CompletionStage<User>> logins = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            logins.add(users.findOrCreate(phone, "user_" + i));
        }
        Set<User> found = new HashSet<>();
        logins.forEach(login -> found.add(await(login)));
        assertEquals(1, found.size());
    }

    @Test
    void aRoleGrantedLaterIsSeen() {
        PhoneNumber phone = freshPhone();
        User made = await(users().findOrCreate(phone, "user_risen"));
        grant(made.id(), Role.MERCHANT);
        assertEquals(Role.MERCHANT, await(users().findOrCreate(phone, "x")).role());
        assertEquals(Role.MERCHANT, await(users().find(made.id())).orElseThrow().role());
    }

    @Test
    void anUnknownUserIsAbsent() {
        assertEquals(Optional.empty(), await(users().find(new UserId(Long.MAX_VALUE))));
    }
}
