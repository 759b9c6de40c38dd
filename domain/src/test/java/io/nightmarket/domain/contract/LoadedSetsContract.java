package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.cache.LoadedSets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every {@link LoadedSets} promises of loads. */
public abstract class LoadedSetsContract<S extends LoadedSets<K, C>, K, C> {
    /** The sets under test. */
    protected abstract S sets();

    /** A key whose set is not loaded when a test begins. */
    protected abstract K anyKey();

    protected abstract C anyContent();

    protected abstract boolean isLoaded();

    /** Whether a load may begin while the set is there; else its reader asked before it was stored. */
    protected boolean isLoadedAgain() {
        return false;
    }

    /** Puts a change of what the set holds. */
    protected abstract void change();

    private final String begin() {
        return await(sets().beginLoad(anyKey())).orElseThrow();
    }

    private final boolean store(String load) {
        return await(sets().store(anyKey(), load, anyContent()));
    }

    /** Loads a set. */
    protected final void load(K key, C content) {
        String load = await(sets().beginLoad(key)).orElseThrow();
        assertTrue(await(sets().store(key, load, content)));
    }

    @Test
    void oneLoadIsUnderWayAtATime() {
        assertFalse(isLoaded());
        String load = begin();
        assertEquals(Optional.empty(), await(sets().beginLoad(anyKey())));
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
        await(sets().endLoad(anyKey(), load));
        assertFalse(store(load));
        assertFalse(isLoaded());
        assertTrue(store(begin()));
    }

    @Test
    void aLoadThatDoesNotCountEndsNoOther() {
        String overtaken = begin();
        change();
        String next = begin();
        await(sets().endLoad(anyKey(), overtaken));
        assertFalse(store(overtaken));
        assertTrue(store(next));
    }

    /** It may be newer than what the load read. */
    @Test
    void aLoadThatBringsNothingLeavesTheCopyThatIsThere() {
        load(anyKey(), anyContent());
        Optional<String> again = await(sets().beginLoad(anyKey()));
        assertEquals(isLoadedAgain(), again.isPresent());
        again.ifPresent(load -> await(sets().endLoad(anyKey(), load)));
        assertTrue(isLoaded());
    }
}
