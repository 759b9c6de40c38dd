package io.nightmarket.domain.node;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.InMemoryMarks;
import io.nightmarket.domain.node.StoreMark.Fit;
import io.nightmarket.domain.simulation.Changed;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class StoreMarkTest {
    private final InMemoryMarks database = new InMemoryMarks();
    private final InMemoryMarks redis = new InMemoryMarks();
    private final StoreMark mark = new StoreMark(database, redis, new Random(1));

    @Test
    void theFirstNodeMarksBoth() {
        assertEquals(Fit.MISSING, await(mark.look()));
        assertEquals(Optional.empty(), await(database.find()));
        assertEquals(Fit.SAME, await(mark.restore()));
        assertEquals(await(database.find()), await(redis.find()));
        assertTrue(await(redis.find()).orElseThrow().matches("[0-9a-f]{32}"));
    }

    @Test
    void aDatabaseWithoutAMarkTakesOverThatOfRedis() {
        assertEquals("old", await(redis.keep("old")));
        assertEquals(Fit.MISSING, await(mark.look()));
        assertEquals(Optional.empty(), await(database.find()), "a look writes nothing");
        assertEquals(Fit.SAME, await(mark.restore()));
        assertEquals(Optional.of("old"), await(database.find()));
    }

    @Test
    void aRedisThatLostItIsGivenItAgain() {
        assertEquals(Fit.SAME, await(mark.restore()));
        redis.lose();
        assertEquals(Fit.MISSING, await(mark.look()));
        await(mark.require());
        assertEquals(await(database.find()), await(redis.find()));
    }

    /** A sale whose queue is in MySQL goes on without Redis. */
    @Test
    void aRedisThatIsAwayIsNotForeign() {
        StoreMark alone = new StoreMark(database, Changed.away(Marks.class), new Random(1));
        await(alone.require());
        var _ = failureOf(Unavailable.class, alone.look());
        assertFalse(alone.isForeign());
    }

    @Test
    void anotherMarkIsForeignUntilTheRightOneIsBack() {
        assertEquals(Fit.SAME, await(mark.restore()));
        redis.lose();
        assertEquals("other", await(redis.keep("other")));
        assertEquals(Fit.OTHER, await(mark.restore()));
        assertEquals(Optional.of("other"), await(redis.find()), "it is left alone");
        assertTrue(mark.isForeign());
        var _ = failureOf(Unavailable.class, mark.require());

        redis.lose();
        await(mark.require());
        assertFalse(mark.isForeign());
    }
}
