package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.PasswordTries;
import io.nightmarket.domain.account.Permit;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Requester;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

public abstract class PasswordTriesContract {
    private final PhoneNumber phone = UserRepositoryContract.freshPhone();
    private final Requester owner = new Requester(phone, "203.0.113.7");
    private final Requester stranger = new Requester(phone, "203.0.113.8");

    protected abstract PasswordTries tries();

    /** Makes the address one that the phone logged in from. */
    protected abstract void recognize(Requester requester);

    /** Has the pause of this requester's tries pass. */
    protected abstract void passPause(Requester requester, Duration pause);

    private void useUp(Requester requester) {
        for (int i = 0; i < PasswordTries.FREE; i++) {
            assertEquals(new Permit.Granted(), await(tries().begin(requester)));
        }
    }

    private Duration waitOf(Requester requester) {
        return assertInstanceOf(Permit.TooSoon.class, await(tries().begin(requester)))
                .retryAfter();
    }

    private static void isAbout(Duration expected, Duration wait) {
        assertTrue(wait.compareTo(expected) <= 0 && wait.plusSeconds(10).compareTo(expected) > 0, wait::toString);
    }

    @Test
    void waitsGrow() {
        useUp(stranger);
        Duration pause = PasswordTries.PAUSE;
        for (int i = 0; i < 9; i++) {
            isAbout(pause, waitOf(stranger));
            passPause(stranger, pause);
            assertEquals(new Permit.Granted(), await(tries().begin(stranger)));
            pause = pause.multipliedBy(2).compareTo(PasswordTries.MAX_PAUSE) < 0
                    ? pause.multipliedBy(2)
                    : PasswordTries.MAX_PAUSE;
        }
        assertEquals(PasswordTries.MAX_PAUSE, pause);
    }

    @Test
    void strangersShareTheirTriesAndAnotherPhoneHasItsOwn() {
        useUp(stranger);
        isAbout(PasswordTries.PAUSE, waitOf(owner));
        useUp(new Requester(UserRepositoryContract.freshPhone(), stranger.address()));
    }

    @Test
    void strangersDoNotKeepTheOwnerOutWhoseRightPasswordForgetsTheTries() {
        recognize(owner);
        useUp(stranger);
        useUp(owner);
        isAbout(PasswordTries.PAUSE, waitOf(stranger));
        isAbout(PasswordTries.PAUSE, waitOf(owner));
        await(tries().forget(owner));
        useUp(owner);
        isAbout(PasswordTries.PAUSE, waitOf(stranger));
    }

    @Test
    void rightPasswordsFromNewAddressesUseUpNoTries() {
        for (int i = 0; i <= PasswordTries.FREE; i++) {
            Requester travelling = new Requester(phone, "198.51.100." + i);
            assertEquals(new Permit.Granted(), await(tries().begin(travelling)));
            recognize(travelling);
            await(tries().forget(travelling));
        }
        useUp(stranger);
        isAbout(PasswordTries.PAUSE, waitOf(stranger));
        passPause(stranger, PasswordTries.PAUSE);
        Requester travelling = new Requester(phone, "198.51.100.99");
        assertEquals(new Permit.Granted(), await(tries().begin(travelling)));
        await(tries().forget(travelling));
        assertEquals(new Permit.Granted(), await(tries().begin(stranger)));
        isAbout(PasswordTries.PAUSE.multipliedBy(2), waitOf(stranger));
    }

    @Test
    void concurrentTriesCountEach() {
        List<Permit> permits = Stages.atOnce(12, _ -> tries().begin(stranger));
        assertEquals(PasswordTries.FREE, Stages.count(Permit.Granted.class, permits));
    }
}
