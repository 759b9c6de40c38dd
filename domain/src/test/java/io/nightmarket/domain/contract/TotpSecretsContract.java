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

public abstract class TotpSecretsContract {
    private static final byte[] SECRET = {1};
    private static final byte[] ANOTHER = {2};

    private final PhoneNumber phone = UserRepositoryContract.freshPhone();

    protected abstract TotpSecrets secrets();

    protected abstract UserRepository users();

    /** Puts the user's wrong passwords back to the day before. */
    protected abstract void nextDay(UserId user);

    private UserId user() {
        return await(users().findOrCreate(phone, "user_x")).id();
    }

    @Test
    void aSecretIsSetReplacedAndRemoved() {
        assertFalse(await(secrets().set(phone, SECRET)), "there is no such user");
        UserId user = user();
        assertEquals(Optional.empty(), await(secrets().find(user)));

        assertTrue(await(secrets().set(phone, new byte[] {1, -1})));
        assertTrue(await(secrets().set(phone, new byte[] {2, 0})));

        assertArrayEquals(new byte[] {2, 0}, await(secrets().find(user)).orElseThrow());
        assertTrue(await(secrets().remove(phone)));
        assertFalse(await(secrets().remove(phone)));
        assertEquals(Optional.empty(), await(secrets().find(user)));
        assertFalse(await(secrets().use(user, SECRET, 7)));
    }

    private UserId userWithSecret() {
        UserId user = user();
        assertTrue(await(secrets().set(phone, SECRET)));
        return user;
    }

    private void countWrong(UserId user, int times) {
        for (int i = 0; i < times; i++) {
            await(secrets().countWrong(user));
        }
    }

    @Test
    void afterFiveWrongPasswordsThatMayCrossNoneIsRightThatDay() {
        UserId user = userWithSecret();
        var _ = atOnce(TotpSecrets.MAX_WRONG, _ -> secrets().countWrong(user));
        assertFalse(await(secrets().use(user, SECRET, 7)));
        nextDay(user);
        assertTrue(await(secrets().use(user, SECRET, 7)));
        countWrong(user, TotpSecrets.MAX_WRONG - 1);
        assertTrue(await(secrets().use(user, SECRET, 8)), "those of the day before don't count");
    }

    @Test
    void aRightPasswordAndAnotherSecretForgetTheWrongOnesOfTheDay() {
        UserId user = userWithSecret();
        countWrong(user, TotpSecrets.MAX_WRONG - 1);
        assertTrue(await(secrets().use(user, SECRET, 7)));
        countWrong(user, TotpSecrets.MAX_WRONG - 1);
        assertTrue(await(secrets().use(user, SECRET, 8)));
        countWrong(user, TotpSecrets.MAX_WRONG + 300);
        assertFalse(await(secrets().use(user, SECRET, 9)));
        assertTrue(await(secrets().set(phone, ANOTHER)));
        assertTrue(await(secrets().use(user, ANOTHER, 7)));
    }

    @Test
    void aStepIsUsedOnceAndNoneBeforeIt() {
        UserId user = userWithSecret();

        assertEquals(
                1,
                atOnce(16, _ -> secrets().use(user, SECRET, 7)).stream()
                        .filter(Boolean::booleanValue)
                        .count());

        assertFalse(await(secrets().use(user, SECRET, 6)));
        assertTrue(await(secrets().use(user, SECRET, 8)));
        assertTrue(await(secrets().set(phone, ANOTHER)));
        assertFalse(await(secrets().use(user, SECRET, 9)), "the secret was replaced meanwhile");
        assertTrue(await(secrets().use(user, ANOTHER, 7)), "a step of the new secret");
    }
}
