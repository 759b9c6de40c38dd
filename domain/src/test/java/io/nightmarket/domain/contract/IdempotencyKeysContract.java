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
    private static final String BODY = "a".repeat(64);

    private final UserId user = new UserId(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 50));
    private final KeyedRequest request = new KeyedRequest(user, "key-1", "payOrder", BODY);

    protected abstract IdempotencyKeys keys();

    /** Sets back the time of this user's claims. */
    protected abstract void age(UserId user, Duration by);

    private Claim claim(KeyedRequest asked, long subject) {
        return await(keys().claim(asked, subject));
    }

    @Test
    void ofManyAtOnceOneGetsTheKey() {
        List<Claim> claims = atOnce(64, i -> keys().claim(request, 100 + i));
        assertEquals(1, claims.stream().filter(Claim.Mine.class::isInstance).count());
        assertEquals(
                63, claims.stream().filter(Claim.InProgress.class::isInstance).count());
    }

    @Test
    void anAnswerIsGivenAgainAndStays() {
        assertEquals(new Claim.Mine(7), claim(request, 7));
        assertEquals(new Claim.InProgress(), claim(request, 8));
        await(keys().answer(request, "{\"data\":\"好\"}"));
        assertEquals(new Claim.Answered("{\"data\":\"好\"}"), claim(request, 9));
    }

    @Test
    void aKeyIsForOneRequestOfOneUser() {
        assertEquals(new Claim.Mine(7), claim(request, 7));
        assertEquals(new Claim.Reused(), claim(new KeyedRequest(user, "key-1", "payOrder", "b".repeat(64)), 8));
        assertEquals(new Claim.Reused(), claim(new KeyedRequest(user, "key-1", "cancelOrder", BODY), 8));
        assertEquals(new Claim.Mine(8), claim(new KeyedRequest(user, "KEY-1", "payOrder", BODY), 8));
        UserId another = new UserId(user.value() + 1);
        assertEquals(new Claim.Mine(9), claim(new KeyedRequest(another, "key-1", "payOrder", BODY), 9));
    }

    @Test
    void oneOfManyTakesOverWhatWasLeftUndoneForItsOwnSubject() {
        assertEquals(new Claim.Mine(7), claim(request, 7));
        age(user, IdempotencyKeys.ABANDONED_AFTER.plusSeconds(1));
        List<Claim> claims = atOnce(16, i -> keys().claim(request, 100 + i));
        assertEquals(
                List.of(new Claim.Mine(7)),
                claims.stream().filter(Claim.Mine.class::isInstance).toList());
    }

    @Test
    void oldKeysArePruned() {
        assertEquals(new Claim.Mine(7), claim(request, 7));
        KeyedRequest later = new KeyedRequest(new UserId(user.value() + 1), "key-1", "payOrder", BODY);
        assertEquals(new Claim.Mine(8), claim(later, 8));
        age(user, Duration.ofDays(8));
        assertTrue(await(keys().prune(Duration.ofDays(7))) >= 1);
        assertEquals(new Claim.Mine(9), claim(request, 9), "it is new");
        assertEquals(new Claim.InProgress(), claim(later, 9));
    }
}
