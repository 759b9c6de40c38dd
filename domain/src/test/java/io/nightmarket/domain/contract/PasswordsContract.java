package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Passwords;
import io.nightmarket.domain.account.Passwords.Stored;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.User;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.UserRepository;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

public abstract class PasswordsContract {
    /** That no other test has. */
    protected final PhoneNumber phone = UserRepositoryContract.freshPhone();

    protected abstract Passwords passwords();

    protected abstract UserRepository users();

    private User newUser() {
        return await(users().findOrCreate(phone, "user_first"));
    }

    @Test
    void aPhoneThatIsNotKnownHasNone() {
        assertEquals(Optional.empty(), await(passwords().find(phone)));
        assertEquals(Optional.empty(), await(passwords().find(new UserId(Long.MAX_VALUE))));
        assertFalse(await(passwords().replace(new UserId(Long.MAX_VALUE), "", "hash")));
    }

    @Test
    void aHashReplacesTheOneBefore() {
        User user = newUser();
        assertEquals(Optional.of(new Stored(user, phone, "")), await(passwords().find(phone)));
        assertTrue(await(passwords().replace(user.id(), "", "one")));
        assertFalse(await(passwords().replace(user.id(), "", "other")));
        assertFalse(await(passwords().replace(user.id(), "ONE", "other")), "hashes differ by case");
        assertTrue(await(passwords().replace(user.id(), "one", "x".repeat(128))));
        assertEquals(
                Optional.of(new Stored(user, phone, "x".repeat(128))),
                await(passwords().find(user.id())));
        List<Boolean> changed = Stages.atOnce(6, i -> passwords().replace(user.id(), "x".repeat(128), "hash-" + i));
        assertEquals(1, Collections.frequency(changed, true));
    }
}
