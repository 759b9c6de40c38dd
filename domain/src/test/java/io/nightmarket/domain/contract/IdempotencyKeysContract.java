package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.idempotency.IdempotencyKeys;
import io.nightmarket.domain.idempotency.IdempotencyKeys.Claim;
import io.nightmarket.domain.idempotency.IdempotencyKeys.KeyedRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** What every {@link IdempotencyKeys} promises. */
public abstract class IdempotencyKeysContract {
    private static final Duration FOR_YEARS = Duration.ofDays(7_000);
    private static final Duration ABANDONED = IdempotencyKeys.ABANDONED_AFTER.plusSeconds(1);
    private static final Duration STILL_UNDER_WAY = IdempotencyKeys.ABANDONED_AFTER.minusSeconds(5);
    private static final Claim IN_PROGRESS = new Claim.InProgress();
    private static final Claim REUSED = new Claim.Reused();
    private static final String BODY = "0a".repeat(32);
    private static final String OTHER_BODY = "0b".repeat(32);

    /** Of this test alone. */
    private final UserId user = new UserId(ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));

    private final KeyedRequest request = request("key");

    protected abstract IdempotencyKeys keys();

    /** From now on the claim of this request is older by this time. */
    protected abstract void age(KeyedRequest claimed, Duration by);

    private KeyedRequest request(String key) {
        return new KeyedRequest(user, key, "payOrder", BODY);
    }

    private Claim claim(KeyedRequest claimed, long subject) {
        return await(keys().claim(claimed, subject));
    }

    @Test
    void theFirstClaimIsDoneAndItsTwinIsInProgress() {
        assertEquals(new Claim.Mine(7), claim(request, 7));
        assertEquals(IN_PROGRESS, claim(request, 8));
        assertEquals(new Claim.Mine(9), claim(request("another"), 9));
    }

    @Test
    void aKeyOfAnotherOperationOrBodyIsReused() {
        assertEquals(new Claim.Mine(7), claim(request, 7));
        KeyedRequest otherOperation = new KeyedRequest(user, request.key(), "refundOrder", BODY);
        KeyedRequest otherBody = new KeyedRequest(user, request.key(), request.operation(), OTHER_BODY);
        assertEquals(REUSED, claim(otherOperation, 8));
        assertEquals(REUSED, claim(otherBody, 9));

        await(keys().answer(request, "done"));
        assertEquals(REUSED, claim(otherOperation, 8));
        assertEquals(REUSED, claim(otherBody, 9));
    }

    @Test
    void anAnswerIsThatOfAllLaterClaims() {
        String answer = "{\"data\":\"夜市 \uD83C\uDF1C\"}";
        assertEquals(new Claim.Mine(7), claim(request, 7));
        await(keys().answer(request, answer));

        assertEquals(new Claim.Answered(answer), claim(request, 8));
        await(keys().answer(request, "later"));
        age(request, ABANDONED);
        assertEquals(new Claim.Answered(answer), claim(request, 9));
    }

    @Test
    void keysOfTwoUsersAreApart() {
        KeyedRequest others =
                new KeyedRequest(new UserId(user.value() - 1), request.key(), request.operation(), OTHER_BODY);
        assertEquals(new Claim.Mine(7), claim(request, 7));
        assertEquals(new Claim.Mine(8), claim(others, 8));

        await(keys().answer(request, "mine"));
        assertEquals(IN_PROGRESS, claim(others, 9));
    }

    @Test
    void keysAreComparedCharacterByCharacter() {
        String longest = "~".repeat(63);
        List<String> different = List.of("a", "A", "a!", longest + "a", longest + "b", "0", "00", "1e3", "1000");
        for (int i = 0; i < different.size(); i++) {
            assertEquals(new Claim.Mine(i + 1), claim(request(different.get(i)), i + 1), different.get(i));
        }
    }

    @Test
    void ofManyClaimsAtOnceOneIsDone() {
        List<Claim> claims = atOnce(64, i -> keys().claim(request, 100 + i));

        assertEquals(1, claims.stream().filter(Claim.Mine.class::isInstance).count());
        assertEquals(63, claims.stream().filter(IN_PROGRESS::equals).count());
    }

    @Test
    void anAbandonedClaimIsTakenOverByOneForItsOwnSubject() {
        assertEquals(new Claim.Mine(7), claim(request, 7));
        age(request, STILL_UNDER_WAY);
        assertEquals(IN_PROGRESS, claim(request, 8));
        age(request, ABANDONED);

        List<Claim> claims = atOnce(16, i -> keys().claim(request, 100 + i));

        assertEquals(1, claims.stream().filter(new Claim.Mine(7)::equals).count());
        assertEquals(15, claims.stream().filter(IN_PROGRESS::equals).count());
        age(request, ABANDONED);
        assertEquals(REUSED, claim(new KeyedRequest(user, request.key(), request.operation(), OTHER_BODY), 9));
        assertEquals(new Claim.Mine(7), claim(request, 10));
        await(keys().answer(request, "done"));
        assertEquals(new Claim.Answered("done"), claim(request, 11));
    }

    @Test
    void oldKeysArePrunedWithAndWithoutAnswer() {
        KeyedRequest answered = request("answered");
        KeyedRequest young = request("young");
        assertEquals(new Claim.Mine(1), claim(request, 1));
        assertEquals(new Claim.Mine(2), claim(answered, 2));
        await(keys().answer(answered, "done"));
        age(request, FOR_YEARS.plusDays(1));
        age(answered, FOR_YEARS.plusDays(1));
        assertEquals(new Claim.Mine(3), claim(young, 3));

        int pruned = 0;
        int step;
        do {
            step = await(keys().prune(FOR_YEARS));
            pruned += step;
        } while (step > 0);

        assertTrue(pruned >= 2, () -> "the two of this test, at least");
        assertEquals(new Claim.Mine(4), claim(request, 4));
        assertEquals(new Claim.Mine(5), claim(answered, 5));
        assertEquals(IN_PROGRESS, claim(young, 6));
    }
}
