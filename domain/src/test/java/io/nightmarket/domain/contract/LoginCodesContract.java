package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.count;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.ChallengeId;
import io.nightmarket.domain.account.LoginCodes;
import io.nightmarket.domain.account.Permit;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Requester;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** What every {@link LoginCodes} keeps. Phones and addresses are drawn anew for each test. */
public abstract class LoginCodesContract {
    private static final String RIGHT = "digest-of-the-right-code";
    private static final String WRONG = "digest-of-another-code";
    private static final Duration MOMENT = Duration.ofMillis(1);

    /** The phone of the test. */
    protected final PhoneNumber phone = anyPhone();
    /** The address of the test. */
    protected final String address = "address-" + UUID.randomUUID();

    /** The codes, heard so many times an hour per address (0: any number); the same ones at every call with this limit. */
    protected abstract LoginCodes codes(int perAddressAndHour);

    /** Lets so much time pass for {@link #phone} and {@link #address}. */
    protected abstract void elapse(Duration time);

    private LoginCodes codes() {
        return codes(0);
    }

    private static PhoneNumber anyPhone() {
        return new PhoneNumber("1" + ThreadLocalRandom.current().nextLong(3_000_000_000L, 10_000_000_000L));
    }

    private Requester requester() {
        return new Requester(phone, address);
    }

    private Requester stranger() {
        return new Requester(phone, "stranger-" + UUID.randomUUID());
    }

    private static ChallengeId anyChallenge() {
        return ChallengeId.random(ThreadLocalRandom.current());
    }

    private Permit issue(String digest) {
        return issue(requester(), digest);
    }

    private Permit issue(Requester requester, String digest) {
        return await(codes().issue(requester, anyChallenge(), digest));
    }

    private boolean redeem(String digest) {
        return redeem(requester(), digest);
    }

    private boolean redeem(Requester requester, String digest) {
        return await(codes().redeem(requester, Optional.empty(), List.of(digest)))
                .isPresent();
    }

    /** The address of the test is known from here on. */
    private void logIn() {
        logIn(requester());
    }

    private void logIn(Requester requester) {
        assertEquals(new Permit.Granted(), issue(requester, RIGHT));
        assertTrue(redeem(requester, RIGHT));
        await(codes().recognize(requester));
    }

    /** While a key is replaced by another. */
    @Test
    protected void aCodeIsRedeemedByOneOfTwoDigestsAndTwoWrongOnesAreOneTry() {
        assertEquals(new Permit.Granted(), issue(RIGHT));
        for (int i = 1; i < LoginCodes.MAX_TRIES; i++) {
            assertTrue(await(codes().redeem(requester(), Optional.empty(), List.of(WRONG, "of another")))
                    .isEmpty());
        }
        assertTrue(await(codes().redeem(requester(), Optional.empty(), List.of(WRONG, RIGHT)))
                .isPresent());
    }

    @Test
    protected void aCodeIsRedeemedOnceThoughAskedSixteenTimesAtOnce() {
        assertFalse(redeem(RIGHT), "there is none");
        assertEquals(new Permit.Granted(), issue(RIGHT));
        assertFalse(redeem(new Requester(anyPhone(), address), RIGHT), "it is another phone's");
        List<Optional<ChallengeId>> answers =
                atOnce(16, _ -> codes().redeem(requester(), Optional.empty(), List.of(RIGHT)));
        assertEquals(1, answers.stream().filter(Optional::isPresent).count());
        assertFalse(redeem(RIGHT));
    }

    @Test
    protected void theFifthWrongTryVoidsTheCode() {
        assertEquals(new Permit.Granted(), issue(RIGHT));
        for (int i = 1; i <= LoginCodes.MAX_TRIES; i++) {
            assertFalse(redeem(WRONG));
        }

        assertFalse(redeem(RIGHT));
    }

    @Test
    protected void ofSixteenAskedForAtOnceOneIsIssuedAndTheNextHasToWait() {
        List<Permit> answers = atOnce(16, i -> codes().issue(requester(), anyChallenge(), "digest-" + i));
        assertEquals(1, count(Permit.Granted.class, answers));
        Permit.TooSoon tooSoon = assertInstanceOf(Permit.TooSoon.class, issue(WRONG));
        assertTrue(tooSoon.retryAfter().isPositive());
        assertTrue(tooSoon.retryAfter().compareTo(LoginCodes.PAUSE) <= 0);
        assertTrue(redeem("digest-" + answers.indexOf(new Permit.Granted())));
    }

    @Test
    protected void theWaitGrowsUpToAnHourAndABudgetEnds() {
        Duration wait = LoginCodes.PAUSE;
        for (int i = 1; i < LoginCodes.BUDGET; i++) {
            assertEquals(new Permit.Granted(), issue(RIGHT), "code " + i);
            Duration left = assertInstanceOf(Permit.TooSoon.class, issue(RIGHT)).retryAfter();
            assertTrue(left.compareTo(wait) <= 0 && left.compareTo(wait.dividedBy(2)) > 0, left + " of " + wait);
            elapse(wait.plus(MOMENT));
            wait = wait.multipliedBy(2).compareTo(LoginCodes.MAX_PAUSE) < 0
                    ? wait.multipliedBy(2)
                    : LoginCodes.MAX_PAUSE;
        }
        assertEquals(new Permit.Granted(), issue(RIGHT));
        elapse(LoginCodes.MAX_PAUSE.plus(MOMENT));

        Duration left = assertInstanceOf(Permit.TooSoon.class, issue(RIGHT)).retryAfter();

        assertTrue(left.compareTo(LoginCodes.MAX_PAUSE) > 0, left::toString);
        elapse(LoginCodes.BUDGET_TIME);
        assertEquals(new Permit.Granted(), issue(RIGHT));
    }

    @Test
    protected void strangersShareABudgetAndCannotUseUpTheOwners() {
        logIn();
        elapse(LoginCodes.PAUSE.plus(MOMENT));
        Requester first = stranger();
        assertEquals(new Permit.Granted(), issue(first, WRONG));
        assertInstanceOf(Permit.TooSoon.class, issue(stranger(), WRONG));

        assertEquals(new Permit.Granted(), issue(RIGHT));

        for (int i = 0; i < LoginCodes.MAX_TRIES; i++) {
            assertFalse(redeem(stranger(), RIGHT));
            assertFalse(redeem(first, RIGHT));
        }
        assertTrue(redeem(RIGHT));
    }

    @Test
    protected void aLoginGivesItsAddressANewBudget() {
        logIn();
        for (int i = 0; i < 3; i++) {
            logIn();
            elapse(LoginCodes.PAUSE.plus(MOMENT));
        }
        assertEquals(new Permit.Granted(), issue(RIGHT));
        assertTrue(redeem(RIGHT));
        assertInstanceOf(Permit.TooSoon.class, issue(RIGHT), "a used code does not shorten the pause");
    }

    @Test
    protected void aCodeThatWasUsedAndLedToNoLoginGivesNoBudget() {
        assertEquals(new Permit.Granted(), issue(RIGHT));
        assertTrue(redeem(RIGHT));

        assertInstanceOf(Permit.TooSoon.class, issue(RIGHT), "the budget of strangers");

        elapse(LoginCodes.PAUSE.plus(MOMENT));
        logIn();
        assertEquals(new Permit.Granted(), issue(RIGHT));
        assertTrue(redeem(RIGHT));
        elapse(LoginCodes.PAUSE.plus(MOMENT));
        assertEquals(new Permit.Granted(), issue(RIGHT));
        assertTrue(redeem(RIGHT));
        elapse(LoginCodes.PAUSE.plus(MOMENT));
        assertInstanceOf(Permit.TooSoon.class, issue(RIGHT), "the wait has doubled");
    }

    @Test
    protected void theAddressesLeastRecentlyUsedAreStrangersAgain() {
        logIn();
        for (int i = 0; i < LoginCodes.KNOWN_ADDRESSES; i++) {
            elapse(LoginCodes.MAX_PAUSE.plus(MOMENT));
            logIn(stranger());
        }
        elapse(LoginCodes.MAX_PAUSE.plus(MOMENT));

        assertEquals(new Permit.Granted(), issue(RIGHT));
        assertInstanceOf(Permit.TooSoon.class, issue(stranger(), RIGHT), "it used the budget of strangers");
    }

    @Test
    protected void aChallengeIsRedeemedFromAnywhereAndTriesWithoutItDoNotCount() {
        ChallengeId challenge = anyChallenge();
        assertEquals(new Permit.Granted(), await(codes().issue(requester(), challenge, RIGHT)));
        for (int i = 0; i < LoginCodes.MAX_TRIES; i++) {
            assertFalse(redeem(WRONG));
        }
        assertFalse(redeem(RIGHT));

        Optional<ChallengeId> redeemed = await(codes().redeem(stranger(), Optional.of(challenge), List.of(RIGHT)));

        assertEquals(Optional.of(challenge), redeemed);
        assertEquals(Optional.empty(), await(codes().redeem(requester(), Optional.of(challenge), List.of(RIGHT))));
    }

    @Test
    protected void wrongTriesVoidAChallenge() {
        ChallengeId challenge = anyChallenge();
        assertEquals(new Permit.Granted(), await(codes().issue(requester(), challenge, RIGHT)));
        for (int i = 0; i < LoginCodes.MAX_TRIES; i++) {
            assertEquals(Optional.empty(), await(codes().redeem(requester(), Optional.of(challenge), List.of(WRONG))));
        }

        assertEquals(Optional.empty(), await(codes().redeem(requester(), Optional.of(challenge), List.of(RIGHT))));
        assertEquals(Optional.empty(), await(codes().redeem(requester(), Optional.of(anyChallenge()), List.of(RIGHT))));
    }

    @Test
    protected void afterThePauseANewCodeReplacesTheOldOne() {
        assertEquals(new Permit.Granted(), issue(WRONG));
        elapse(LoginCodes.PAUSE.plus(MOMENT));

        assertEquals(new Permit.Granted(), issue(RIGHT));

        assertFalse(redeem(WRONG));
        assertTrue(redeem(RIGHT));
    }

    @Test
    protected void aNewCodeHasAllItsTries() {
        assertEquals(new Permit.Granted(), issue(RIGHT));
        for (int i = 1; i < LoginCodes.MAX_TRIES; i++) {
            assertFalse(redeem(WRONG));
        }
        elapse(LoginCodes.PAUSE.plus(MOMENT));
        assertEquals(new Permit.Granted(), issue(RIGHT));

        for (int i = 1; i < LoginCodes.MAX_TRIES; i++) {
            assertFalse(redeem(WRONG));
        }
        assertTrue(redeem(RIGHT));
    }

    @Test
    protected void aWrongTryDoesNotLengthenTheLife() {
        assertEquals(new Permit.Granted(), issue(RIGHT));
        elapse(LoginCodes.LIFETIME.minusSeconds(10));
        assertFalse(redeem(WRONG));

        elapse(Duration.ofSeconds(10).plus(MOMENT));

        assertFalse(redeem(RIGHT));
    }

    @Test
    protected void aWithdrawnCodeIsAsIfNeverIssued() {
        for (int i = 0; i < LoginCodes.BUDGET; i++) {
            ChallengeId challenge = anyChallenge();
            assertEquals(new Permit.Granted(), await(codes().issue(requester(), challenge, WRONG)));
            await(codes().withdraw(requester(), challenge));
            await(codes().withdraw(requester(), challenge));
        }

        assertFalse(redeem(WRONG));
        assertEquals(new Permit.Granted(), issue(RIGHT));
        assertTrue(redeem(RIGHT));
    }

    @Test
    protected void aLateWithdrawalLeavesTheNewerCodeAlone() {
        ChallengeId older = anyChallenge();
        assertEquals(new Permit.Granted(), await(codes().issue(requester(), older, WRONG)));
        elapse(LoginCodes.PAUSE.plus(MOMENT));
        assertEquals(new Permit.Granted(), issue(RIGHT));

        await(codes().withdraw(requester(), older));

        assertInstanceOf(Permit.TooSoon.class, issue(WRONG));
        assertTrue(redeem(RIGHT));
    }

    @Test
    protected void anAddressThatAsksTooOftenHasToWaitForAnHour() {
        for (int i = 0; i < 3; i++) {
            assertEquals(new Permit.Granted(), issueToAnyPhone(3, address));
        }
        Permit.TooSoon tooSoon = assertInstanceOf(Permit.TooSoon.class, issueToAnyPhone(3, address));
        assertTrue(tooSoon.retryAfter().isPositive());
        assertTrue(tooSoon.retryAfter().compareTo(Duration.ofHours(1)) <= 0);
        assertEquals(new Permit.Granted(), issueToAnyPhone(3, "other-" + address));
        elapse(Duration.ofHours(1).plus(MOMENT));
        assertEquals(new Permit.Granted(), issueToAnyPhone(3, address));
    }

    private Permit issueToAnyPhone(int perAddressAndHour, String to) {
        return await(codes(perAddressAndHour).issue(new Requester(anyPhone(), to), anyChallenge(), RIGHT));
    }
}
