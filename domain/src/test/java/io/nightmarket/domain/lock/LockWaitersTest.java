package io.nightmarket.domain.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.lock.LeaseStore.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LockWaitersTest {
    private final LockWaiters waiters = new LockWaiters();
    private final List<String> woken = new ArrayList<>();

    private Subscription add(String key, String holder) {
        return waiters.add(key, holder, in -> woken.add(holder + ' ' + in.toMillis()));
    }

    @Test
    void theFirstOfAKeyIsWokenAndAfterItTheNext() {
        Subscription one = add("a", "one");
        Subscription two = add("a", "two");
        assertFalse(waiters.isBehindAnother("a", "one"));
        assertTrue(waiters.isBehindAnother("a", "two"));

        waiters.wakeFirst("a");
        one.close();
        one.close();
        assertEquals(1, waiters.count());
        assertFalse(waiters.isBehindAnother("a", "two"));
        waiters.wakeFirst("a");
        two.close();
        waiters.wakeFirst("a");

        assertEquals(List.of("one 0", "two 0"), woken);
        assertEquals(0, waiters.count());
        assertFalse(waiters.isBehindAnother("a", "three"));
    }

    @Test
    void theFirstOfEachKeyAsksAgain() {
        var _ = add("a", "one");
        var _ = add("a", "two");
        var _ = add("b", "three");

        waiters.retryFirstOfEachKey(Duration.ofMillis(100));
        assertEquals(List.of("one 50", "three 100"), woken.stream().sorted().toList());

        woken.clear();
        waiters.wakeAll();
        assertEquals(3, woken.size());
    }

    @Test
    void oneIsWokenByName() {
        Subscription one = add("a", "one");
        waiters.wake("a", "one");
        waiters.wake("a", "two");
        waiters.wake("b", "one");
        one.close();
        waiters.wake("a", "one");
        assertEquals(List.of("one 0"), woken);
    }
}
