package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.LoginCodes;
import io.nightmarket.domain.account.LoginCodes.Issue;
import io.nightmarket.domain.account.PhoneNumber;
import java.time.Duration;
import java.util.List;
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

    private Issue issue(String digest) {
        return await(codes().issue(phone, digest, address));
    }

    private boolean redeem(String digest) {
        return await(codes().redeem(phone, digest));
    }

    @Test
    protected void aCodeIsRedeemedOnce() {
        assertEquals(new Issue.Issued(), issue(RIGHT));

        assertTrue(redeem(RIGHT));
        assertFalse(redeem(RIGHT));
    }

    @Test
    protected void aCodeIsRedeemedOnceThoughAskedSixteenTimesAtOnce() {
        assertEquals(new Issue.Issued(), issue(RIGHT));

        List<Boolean> answers = atOnce(16, _ -> codes().redeem(phone, RIGHT));

        assertEquals(1, answers.stream().filter(Boolean::booleanValue).count());
    }

    @Test
    protected void withoutACodeNothingIsRedeemed() {
        assertFalse(redeem(RIGHT));
    }

    @Test
    protected void theCodeOfOnePhoneIsNotThatOfAnother() {
        assertEquals(new Issue.Issued(), issue(RIGHT));

        assertFalse(await(codes().redeem(anyPhone(), RIGHT)));
        assertTrue(redeem(RIGHT));
    }

    @Test
    protected void fourWrongTriesAreForgiven() {
        assertEquals(new Issue.Issued(), issue(RIGHT));
        for (int i = 1; i < LoginCodes.MAX_TRIES; i++) {
            assertFalse(redeem(WRONG));
        }

        assertTrue(redeem(RIGHT));
    }

    @Test
    protected void theFifthWrongTryVoidsTheCode() {
        assertEquals(new Issue.Issued(), issue(RIGHT));
        for (int i = 1; i <= LoginCodes.MAX_TRIES; i++) {
            assertFalse(redeem(WRONG));
        }

        assertFalse(redeem(RIGHT));
    }

    @Test
    protected void aSecondCodeHasToWait() {
        assertEquals(new Issue.Issued(), issue(RIGHT));

        Issue.TooSoon tooSoon = assertInstanceOf(Issue.TooSoon.class, issue(WRONG));

        assertTrue(tooSoon.retryAfter().isPositive());
        assertTrue(tooSoon.retryAfter().compareTo(LoginCodes.PAUSE) <= 0);
        assertTrue(redeem(RIGHT));
    }

    @Test
    protected void ofSixteenAskedForAtOnceOneIsIssued() {
        List<Issue> answers = atOnce(16, i -> codes().issue(phone, "digest-" + i, address));

        assertEquals(1, answers.stream().filter(Issue.Issued.class::isInstance).count());
    }

    @Test
    protected void aUsedCodeDoesNotShortenThePause() {
        assertEquals(new Issue.Issued(), issue(RIGHT));
        assertTrue(redeem(RIGHT));

        assertInstanceOf(Issue.TooSoon.class, issue(RIGHT));
    }

    @Test
    protected void afterThePauseANewCodeReplacesTheOldOne() {
        assertEquals(new Issue.Issued(), issue(WRONG));
        elapse(LoginCodes.PAUSE.plus(MOMENT));

        assertEquals(new Issue.Issued(), issue(RIGHT));

        assertFalse(redeem(WRONG));
        assertTrue(redeem(RIGHT));
    }

    @Test
    protected void aNewCodeHasAllItsTries() {
        assertEquals(new Issue.Issued(), issue(RIGHT));
        for (int i = 1; i < LoginCodes.MAX_TRIES; i++) {
            assertFalse(redeem(WRONG));
        }
        elapse(LoginCodes.PAUSE.plus(MOMENT));
        assertEquals(new Issue.Issued(), issue(RIGHT));

        for (int i = 1; i < LoginCodes.MAX_TRIES; i++) {
            assertFalse(redeem(WRONG));
        }
        assertTrue(redeem(RIGHT));
    }

    @Test
    protected void aCodeExpires() {
        assertEquals(new Issue.Issued(), issue(RIGHT));

        elapse(LoginCodes.LIFETIME.plus(MOMENT));

        assertFalse(redeem(RIGHT));
    }

    @Test
    protected void aWrongTryDoesNotLengthenTheLife() {
        assertEquals(new Issue.Issued(), issue(RIGHT));
        elapse(LoginCodes.LIFETIME.minusSeconds(10));
        assertFalse(redeem(WRONG));

        elapse(Duration.ofSeconds(10).plus(MOMENT));

        assertFalse(redeem(RIGHT));
    }

    @Test
    protected void aWithdrawnCodeIsAsIfNeverIssued() {
        assertEquals(new Issue.Issued(), issue(WRONG));

        await(codes().withdraw(phone, WRONG));
        await(codes().withdraw(phone, WRONG));

        assertFalse(redeem(WRONG));
        assertEquals(new Issue.Issued(), issue(RIGHT));
        assertTrue(redeem(RIGHT));
    }

    @Test
    protected void aLateWithdrawalLeavesTheNewerCodeAlone() {
        assertEquals(new Issue.Issued(), issue(WRONG));
        elapse(LoginCodes.PAUSE.plus(MOMENT));
        assertEquals(new Issue.Issued(), issue(RIGHT));

        await(codes().withdraw(phone, WRONG));

        assertInstanceOf(Issue.TooSoon.class, issue(WRONG));
        assertTrue(redeem(RIGHT));
    }

    @Test
    protected void anAddressThatAsksTooOftenHasToWait() {
        LoginCodes limited = codes(3);
        for (int i = 0; i < 3; i++) {
            assertEquals(new Issue.Issued(), await(limited.issue(anyPhone(), RIGHT, address)));
        }

        Issue.TooSoon tooSoon = assertInstanceOf(Issue.TooSoon.class, await(limited.issue(anyPhone(), RIGHT, address)));

        assertTrue(tooSoon.retryAfter().isPositive());
        assertTrue(tooSoon.retryAfter().compareTo(Duration.ofHours(1)) <= 0);
        assertEquals(new Issue.Issued(), await(limited.issue(anyPhone(), RIGHT, "other-" + address)));
    }

    @Test
    protected void anAddressIsHeardAgainAfterAnHour() {
        LoginCodes limited = codes(1);
        assertEquals(new Issue.Issued(), await(limited.issue(anyPhone(), RIGHT, address)));
        assertInstanceOf(Issue.TooSoon.class, await(limited.issue(anyPhone(), RIGHT, address)));

        elapse(Duration.ofHours(1).plus(MOMENT));

        assertEquals(new Issue.Issued(), await(limited.issue(anyPhone(), RIGHT, address)));
    }
}
