package io.nightmarket.embedded;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RestartPolicyTest {

    private long now;
    private final RestartPolicy policy = new RestartPolicy(() -> now, new Random(1));

    @Test
    void theFirstTryIsMadeAtOnceAndTheNextOnesWait() {
        assertTrue(policy.mayTry());
        policy.tried();
        assertFalse(policy.mayTry());
        pass(Duration.ofSeconds(1));
        assertTrue(policy.mayTry());
        policy.tried();
        pass(Duration.ofMillis(999));
        assertFalse(policy.mayTry());
    }

    @Test
    void aServerThatKeepsDyingIsGivenUp() {
        for (int i = 0; i < RestartPolicy.MAX_TRIES; i++) {
            assertTrue(policy.mayTry());
            policy.tried();
            pass(Duration.ofMinutes(5));
        }
        assertTrue(policy.hasGivenUp());
        assertFalse(policy.mayTry());
    }

    @Test
    void aMinuteOfLifeMakesUpForEarlierTries() {
        policy.tried();
        pass(Duration.ofSeconds(59));
        policy.seenAlive();
        policy.tried();
        assertFalse(policy.mayTry());
        pass(Duration.ofSeconds(60));
        policy.seenAlive();
        assertTrue(policy.mayTry());
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }
}
