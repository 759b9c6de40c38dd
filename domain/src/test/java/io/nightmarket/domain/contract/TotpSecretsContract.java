package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.TotpSecrets;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.UserRepository;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every {@link TotpSecrets} promises. */
public abstract class TotpSecretsContract {
    private final PhoneNumber phone = UserRepositoryContract.freshPhone();

    protected abstract TotpSecrets secrets();

    protected abstract UserRepository users();

    private UserId user() {
        return await(users().findOrCreate(phone, "user_x")).id();
    }

    @Test
    void aSecretIsSetReplacedAndRemoved() {
        assertFalse(await(secrets().set(phone, new byte[] {1})), "there is no such user");
        UserId user = user();
        assertEquals(Optional.empty(), await(secrets().find(user)));

        assertTrue(await(secrets().set(phone, new byte[] {1, -1})));
        assertTrue(await(secrets().set(phone, new byte[] {2, 0})));

        assertArrayEquals(new byte[] {2, 0}, await(secrets().find(user)).orElseThrow());
        assertTrue(await(secrets().remove(phone)));
        assertFalse(await(secrets().remove(phone)));
        assertEquals(Optional.empty(), await(secrets().find(user)));
        assertFalse(await(secrets().use(user, 7)));
    }

    @Test
    void aStepIsUsedOnceAndNoneBeforeIt() {
        UserId user = user();
        assertTrue(await(secrets().set(phone, new byte[] {1})));

        assertEquals(
                1,
                atOnce(16, _ -> secrets().use(user, 7)).stream()
                        .filter(Boolean::booleanValue)
                        .count());

        assertFalse(await(secrets().use(user, 6)));
        assertTrue(await(secrets().use(user, 8)));
        assertTrue(await(secrets().set(phone, new byte[] {2})));
        assertTrue(await(secrets().use(user, 7)), "of another secret");
    }
}
