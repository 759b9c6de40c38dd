package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.cache.LoadedSets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every {@link LoadedSets} promises of loads. */
public abstract class LoadedSetsContract<K, C> {
    /** The sets under test. */
    protected abstract LoadedSets<K, C> loadedSets();

    /** A key whose set is not loaded when a test begins. */
    protected abstract K anyKey();

    protected abstract C anyContent();

    protected abstract boolean isLoaded();

    /** Puts a change of what the set holds. */
    protected abstract void change();

    private final String begin() {
        return await(loadedSets().beginLoad(anyKey())).orElseThrow();
    }

    private final boolean store(String load) {
        return await(loadedSets().store(anyKey(), load, anyContent()));
    }

    /** Loads a set. */
    protected final void load(K key, C content) {
        String load = await(loadedSets().beginLoad(key)).orElseThrow();
        assertTrue(await(loadedSets().store(key, load, content)));
    }

    @Test
    void oneLoadIsUnderWayAtATime() {
        assertFalse(isLoaded());
        String load = begin();
        assertEquals(Optional.empty(), await(loadedSets().beginLoad(anyKey())));
        assertFalse(isLoaded());
        assertFalse(store(load + "x"));
        assertTrue(store(load));
        assertTrue(isLoaded());
        assertFalse(store(load), "once");
        assertTrue(isLoaded());
    }

    /** It may have read what was before the change. */
    @Test
    void aChangeEndsTheLoadUnderWay() {
        String load = begin();
        change();
        assertFalse(store(load));
        assertFalse(isLoaded());
        assertTrue(store(begin()));
    }

    @Test
    void aLoadThatBringsNothingLeavesItsPlaceToTheNext() {
        String load = begin();
        await(loadedSets().endLoad(anyKey(), load));
        assertFalse(store(load));
        assertFalse(isLoaded());
        assertTrue(store(begin()));
    }

    @Test
    void aLoadThatDoesNotCountEndsNoOther() {
        String overtaken = begin();
        change();
        String next = begin();
        await(loadedSets().endLoad(anyKey(), overtaken));
        assertFalse(store(overtaken));
        assertTrue(store(next));
    }

    /** It may be newer than what the load read. */
    @Test
    void aLoadThatBringsNothingLeavesTheCopyThatIsThere() {
        load(anyKey(), anyContent());
        await(loadedSets().beginLoad(anyKey()))
                .ifPresent(load -> await(loadedSets().endLoad(anyKey(), load)));
        assertTrue(isLoaded());
    }
}
