package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheChanges;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

public abstract class CacheChangesContract {
    /** Names of this test alone, for the table may hold others' rows. */
    private final String cache =
            "c" + UUID.randomUUID().toString().replace("-", "").substring(0, 30);

    private final String other = "o" + cache.substring(1);

    protected abstract CacheChanges changes();

    /** Writes a change down. */
    protected abstract CacheChange note(String cache, String key);

    /** Lets time pass. */
    protected abstract void elapse(Duration time);

    private List<CacheChange> open(String run, int max) {
        return await(changes().unconfirmed(List.of(cache), run, Duration.ZERO, Long.MAX_VALUE, max));
    }

    @Test
    protected void whatIsNotConfirmedIsOpenTheLatestFirst() {
        CacheChange first = note(cache, "1");
        CacheChange second = note(cache, "牛肉面");
        CacheChange third = note(cache, "1");
        var _ = note(other, "1");

        assertEquals(List.of(third, second, first), open("run a", 10));
        assertEquals(List.of(third, second), open("run a", 2));
        assertEquals(
                List.of(first), await(changes().unconfirmed(List.of(cache), "run a", Duration.ZERO, second.id(), 10)));
        assertEquals(List.of(), await(changes().unconfirmed(List.of(), "run a", Duration.ZERO, Long.MAX_VALUE, 10)));
        Duration late = Duration.ofHours(1);
        assertEquals(List.of(), await(changes().unconfirmed(List.of(cache), "run a", late, Long.MAX_VALUE, 10)));
    }

    @Test
    protected void whatIsConfirmedIsClosedForThisRunOfTheStoreAlone() {
        CacheChange first = note(cache, "1");
        CacheChange second = note(cache, "2");

        await(changes().confirm(first, "run a"));
        await(changes().confirm(first, "run a"));

        assertEquals(List.of(second), open("run a", 10));
        assertEquals(List.of(second, first), open("run b", 10));
        await(changes().confirm(first, "run b"));
        assertEquals(List.of(second), open("run b", 10));
    }

    @Test
    protected void whatIsConfirmedAndOldIsDropped() {
        CacheChange open = note(cache, "1");
        CacheChange closed = note(cache, "2");
        await(changes().confirm(closed, "run a"));

        await(changes().prune(cache, Duration.ofHours(1)));
        await(changes().prune(other, Duration.ofMillis(1)));
        assertEquals(List.of(closed, open), open("run b", 10));
        eventually(this::elapse, () -> {
            await(changes().prune(cache, Duration.ofMillis(1)));
            return open("run b", 10).equals(List.of(open));
        });

        assertTrue(open("run a", 10).contains(open), "what is open stays, however old");
    }
}
