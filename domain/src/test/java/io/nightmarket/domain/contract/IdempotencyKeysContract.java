package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.lifecycle.IdempotencyKeys;
import io.nightmarket.domain.order.lifecycle.IdempotencyKeys.Acquisition;
import io.nightmarket.domain.order.lifecycle.IdempotencyKeys.KeyedRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

public abstract class IdempotencyKeysContract {
    private static final Duration FOR_YEARS = Duration.ofDays(7_000);
    private static final Duration ABANDONED = IdempotencyKeys.ABANDONED_AFTER.plusSeconds(1);
    private static final Duration STILL_UNDER_WAY = IdempotencyKeys.ABANDONED_AFTER.minusSeconds(5);
    private static final Acquisition IN_PROGRESS = new Acquisition.InProgress();
    private static final Acquisition REUSED = new Acquisition.Reused();
    private static final String BODY = "0a".repeat(32);
    private static final String OTHER_BODY = "0b".repeat(32);

    /** Acts in this test alone. */
    private final UserId user = new UserId(ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));

    private final KeyedRequest request = request("key");

    protected abstract IdempotencyKeys keys();

    /** From now on the key of this request is older by this time. */
    protected abstract void age(KeyedRequest claimed, Duration by);

    private KeyedRequest request(String key) {
        return new KeyedRequest(user, key, "payOrder", BODY);
    }

    private Acquisition acquire(KeyedRequest acquired, long subject) {
        return await(keys().acquire(acquired, subject));
    }

    @Test
    void aKeyOfAnotherOperationOrBodyIsReused() {
        assertEquals(new Acquisition.Acquired(7), acquire(request, 7));
        KeyedRequest otherOperation = new KeyedRequest(user, request.key(), "refundOrder", BODY);
        KeyedRequest otherBody = new KeyedRequest(user, request.key(), request.operation(), OTHER_BODY);
        assertEquals(REUSED, acquire(otherOperation, 8));
        assertEquals(REUSED, acquire(otherBody, 9));

        await(keys().answer(request, "done", IdempotencyKeys.KEPT));
        assertEquals(REUSED, acquire(otherOperation, 8));
        assertEquals(REUSED, acquire(otherBody, 9));
    }

    @Test
    void anAnswerIsThatOfAllLaterRequests() {
        String answer = "{\"data\":\"夜市 \uD83C\uDF1C\"}";
        assertEquals(new Acquisition.Acquired(7), acquire(request, 7));
        await(keys().answer(request, answer, IdempotencyKeys.KEPT));

        assertEquals(new Acquisition.Answered(answer), acquire(request, 8));
        await(keys().answer(request, "later", IdempotencyKeys.KEPT));
        age(request, ABANDONED);
        assertEquals(new Acquisition.Answered(answer), acquire(request, 9));
    }

    @Test
    void keysOfTwoUsersAreApart() {
        KeyedRequest others =
                new KeyedRequest(new UserId(user.value() - 1), request.key(), request.operation(), OTHER_BODY);
        assertEquals(new Acquisition.Acquired(7), acquire(request, 7));
        assertEquals(new Acquisition.Acquired(8), acquire(others, 8));

        await(keys().answer(request, "mine", IdempotencyKeys.KEPT));
        assertEquals(IN_PROGRESS, acquire(others, 9));
    }

    @Test
    void keysAreComparedCharacterByCharacter() {
        String longest = "~".repeat(63);
        List<String> different = List.of("a", "A", "a!", longest + "a", longest + "b", "0", "00", "1e3", "1000");
        for (int i = 0; i < different.size(); i++) {
            assertEquals(new Acquisition.Acquired(i + 1), acquire(request(different.get(i)), i + 1), different.get(i));
        }
    }

    @Test
    void ofManyRequestsAtOnceOneIsDone() {
        List<Acquisition> all = atOnce(64, i -> keys().acquire(request, 100 + i));

        assertEquals(1, Stages.count(Acquisition.Acquired.class, all));
        assertEquals(63, all.stream().filter(IN_PROGRESS::equals).count());
    }

    @Test
    void anAbandonedKeyIsTakenOverByOneForItsOwnSubject() {
        assertEquals(new Acquisition.Acquired(7), acquire(request, 7));
        age(request, STILL_UNDER_WAY);
        assertEquals(IN_PROGRESS, acquire(request, 8));
        age(request, ABANDONED);

        List<Acquisition> all = atOnce(16, i -> keys().acquire(request, 100 + i));

        assertEquals(1, all.stream().filter(new Acquisition.Acquired(7)::equals).count());
        assertEquals(15, all.stream().filter(IN_PROGRESS::equals).count());
        age(request, ABANDONED);
        assertEquals(REUSED, acquire(new KeyedRequest(user, request.key(), request.operation(), OTHER_BODY), 9));
        assertEquals(new Acquisition.Acquired(7), acquire(request, 10));
        await(keys().answer(request, "done", IdempotencyKeys.KEPT));
        assertEquals(new Acquisition.Answered("done"), acquire(request, 11));
    }

    @Test
    void aKeyThatWasGivenBackIsAcquiredForItsOwnSubject() {
        assertEquals(new Acquisition.Acquired(7), acquire(request, 7));
        await(keys().giveBack(request));

        assertEquals(new Acquisition.Acquired(7), acquire(request, 8));
        assertEquals(IN_PROGRESS, acquire(request, 9));
        await(keys().answer(request, "done", IdempotencyKeys.KEPT));
        await(keys().giveBack(request));
        assertEquals(new Acquisition.Answered("done"), acquire(request, 10));
    }

    @Test
    void oldKeysArePrunedWithAndWithoutAnswer() {
        KeyedRequest answered = request("answered");
        KeyedRequest young = request("young");
        assertEquals(new Acquisition.Acquired(1), acquire(request, 1));
        assertEquals(new Acquisition.Acquired(2), acquire(answered, 2));
        await(keys().answer(answered, "done", IdempotencyKeys.KEPT));
        age(request, FOR_YEARS.plusDays(1));
        age(answered, FOR_YEARS.plusDays(1));
        assertEquals(new Acquisition.Acquired(3), acquire(young, 3));

        assertTrue(pruneAll(FOR_YEARS) >= 2, "the two of this test, at least");
        assertEquals(new Acquisition.Acquired(4), acquire(request, 4));
        assertEquals(new Acquisition.Acquired(5), acquire(answered, 5));
        assertEquals(IN_PROGRESS, acquire(young, 6));
    }

    @Test
    void anAnswerIsPrunedWhenItWasKeptForItsTime() {
        KeyedRequest done = request("done");
        assertEquals(new Acquisition.Acquired(1), acquire(request, 1));
        assertEquals(new Acquisition.Acquired(2), acquire(done, 2));
        await(keys().answer(request, "refused", IdempotencyKeys.REFUSALS_KEPT));
        await(keys().answer(done, "done", IdempotencyKeys.KEPT));
        var _ = pruneAll(IdempotencyKeys.KEPT);
        assertEquals(new Acquisition.Answered("refused"), acquire(request, 3));
        age(request, IdempotencyKeys.REFUSALS_KEPT.plusSeconds(5));
        var _ = pruneAll(IdempotencyKeys.KEPT);
        assertEquals(new Acquisition.Acquired(4), acquire(request, 4));
        assertEquals(new Acquisition.Answered("done"), acquire(done, 5));
    }

    private int pruneAll(Duration age) {
        int pruned = 0;
        int step;
        do {
            step = await(keys().prune(age));
            pruned += step;
        } while (step > 0);
        return pruned;
    }

    @Test
    void aUserHasNoMoreKeysThanTheBound() {
        for (int i = 0; i < IdempotencyKeys.MAX_OF_USER; i++) {
            assertEquals(new Acquisition.Acquired(1), acquire(request("key-" + i), 1));
        }
        await(keys().answer(request("key-7"), "done", IdempotencyKeys.KEPT));
        assertEquals(new Acquisition.TooMany(), acquire(request("one-more"), 2));
        assertEquals(new Acquisition.Answered("done"), acquire(request("key-7"), 3));
        // The newest: on a slow machine the oldest ones count as abandoned by now.
        assertEquals(IN_PROGRESS, acquire(request("key-" + (IdempotencyKeys.MAX_OF_USER - 1)), 4));
        KeyedRequest others = new KeyedRequest(new UserId(user.value() - 1), "one-more", "payOrder", BODY);
        assertEquals(new Acquisition.Acquired(5), acquire(others, 5));
    }
}
