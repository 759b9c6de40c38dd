package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.User;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.UserRepository;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

public abstract class UserRepositoryContract {
    protected abstract UserRepository users();

    protected abstract void grant(UserId user, Role role);

    /** A phone that no other test has. */
    public static PhoneNumber freshPhone() {
        long digits = ThreadLocalRandom.current().nextLong(1_000_000_000L);
        return new PhoneNumber(String.format(Locale.ROOT, "19%09d", digits));
    }

    @Test
    void theFirstLoginOfAPhoneMakesAShopperWhoKeepsTheName() {
        PhoneNumber phone = freshPhone();
        assertEquals(Optional.empty(), await(users().find(phone)));
        assertEquals(Optional.empty(), await(users().find(new UserId(Long.MAX_VALUE))));
        User made = await(users().findOrCreate(phone, "user_first"));
        assertEquals(new User(made.id(), "user_first", "", Role.SHOPPER), made);
        assertEquals(made, await(users().findOrCreate(phone, "user_second")));
        assertEquals(Optional.of(made), await(users().find(made.id())));
        assertEquals(Optional.of(made), await(users().find(phone)));
        User other = await(users().findOrCreate(freshPhone(), "user_first"));
        assertNotEquals(made.id(), other.id());
    }

    @Test
    void firstLoginsOfOnePhoneAtOnceAreOneUser() {
        PhoneNumber phone = freshPhone();
        UserRepository users = users();
        List<CompletionStage<User>> logins = IntStream.range(0, 24)
                .mapToObj(i -> users.findOrCreate(phone, "user_" + i))
                .toList();
        assertEquals(1, logins.stream().map(Stages::await).distinct().count());
    }

    @Test
    void aRoleGrantedLaterIsSeen() {
        PhoneNumber phone = freshPhone();
        User made = await(users().findOrCreate(phone, "user_risen"));
        grant(made.id(), Role.MERCHANT);
        assertEquals(Role.MERCHANT, await(users().findOrCreate(phone, "x")).role());
        assertEquals(Role.MERCHANT, await(users().find(made.id())).orElseThrow().role());
    }
}
