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
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every {@link Passwords} promises. */
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
        assertTrue(await(passwords().replace(user.id(), "one", "x".repeat(128))));
        assertEquals(
                Optional.of(new Stored(user, phone, "x".repeat(128))),
                await(passwords().find(user.id())));
    }

    @Test
    void hashesDifferByCase() {
        User user = newUser();
        assertTrue(await(passwords().replace(user.id(), "", "Hash")));
        assertFalse(await(passwords().replace(user.id(), "hash", "other")));
    }

    @Test
    void ofConcurrentChangesOneIsMade() {
        User user = newUser();
        List<Boolean> changed = Stages.atOnce(6, i -> passwords().replace(user.id(), "", "hash-" + i));
        assertEquals(1, changed.stream().filter(each -> each).count());
    }
}
