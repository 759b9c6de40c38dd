package io.nightmarket.domain.cache;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.memory.ManualTimers;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

final class HotKeysTest {
    private static final Duration WINDOW = Duration.ofSeconds(1);
    private static final int COLD = 100_000;

    private final ManualTimers time = new ManualTimers();

    private HotKeys hotKeys(int threshold) {
        return new HotKeys(threshold, WINDOW, time::nanoTime);
    }

    private static boolean touch(HotKeys keys, int hash, int times) {
        boolean hot = false;
        for (int i = 0; i < times; i++) {
            hot = keys.touch(hash);
        }
        return hot;
    }

    @Test
    void aKeyIsHotFromTheThresholdOn() {
        HotKeys keys = hotKeys(10);
        assertFalse(touch(keys, 7, 9));
        assertTrue(keys.touch(7));
        assertTrue(keys.touch(7));
        assertFalse(keys.touch(8));
    }

    @Test
    void readsOnBothSidesOfABorderCountTogether() {
        HotKeys keys = hotKeys(10);
        time.advance(WINDOW.dividedBy(2));
        assertFalse(touch(keys, 7, 5));
        time.advance(WINDOW.minusNanos(1));
        assertTrue(touch(keys, 7, 5));
    }

    @Test
    void countsFade() {
        HotKeys keys = hotKeys(10);
        assertTrue(touch(keys, 7, 10));
        assertTrue(touch(keys, 9, 10));

        time.advance(WINDOW);
        assertTrue(keys.touch(7), "the window before counts in full");
        time.advance(WINDOW);
        assertFalse(touch(keys, 7, 8), "of it one read is left");
        assertTrue(keys.touch(7));
        assertFalse(keys.touch(9));
    }

    @Test
    void aKeyReadAllTheTimeStaysHot() {
        HotKeys keys = hotKeys(10);
        assertTrue(touch(keys, 7, 10));
        for (int i = 0; i < 1_000; i++) {
            time.advance(WINDOW.dividedBy(10));
            assertTrue(keys.touch(7), "after " + i + " reads");
        }
    }

    @RepeatedTest(5)
    void oneHotKeyIsFoundAmongManyColdOnesOfWhichHardlyAnyIsTaken(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        boolean inOrder = repetition.getCurrentRepetition() == 1;
        int threshold = 100;
        HotKeys keys = hotKeys(threshold);
        int hot = random.nextInt();
        int touched = 0;
        int coldTaken = 0;
        int hotFoundAfter = 0;
        for (int i = 0; i < COLD; i++) {
            int cold = inOrder ? i : random.nextInt();
            coldTaken += cold != hot && keys.touch(cold) ? 1 : 0;
            if (i % 500 == 0) {
                touched++;
                if (keys.touch(hot) && hotFoundAfter == 0) {
                    hotFoundAfter = touched;
                }
            }
        }
        assertTrue(hotFoundAfter > 0 && hotFoundAfter <= threshold, "found after " + hotFoundAfter);
        double bound = Math.pow((double) (COLD + touched) / (HotKeys.WIDTH * threshold), HotKeys.ROWS);
        assertTrue(coldTaken <= Math.max(1, bound * COLD), coldTaken + " cold keys, bound " + bound);
    }

    @Test
    void ofReadsBySeveralThreadsAtTheSameMomentOneCountsAtLeast() {
        int each = 10_000;
        HotKeys keys = hotKeys(each);
        List<Boolean> _ = Stages.atOnce(4, _ -> CompletableFuture.completedStage(touch(keys, 7, each)));
        assertTrue(keys.touch(7));
    }

    @Test
    void aCountHasAnEnd() {
        HotKeys keys = hotKeys(65_535);
        assertFalse(touch(keys, 7, 65_534));
        assertTrue(touch(keys, 7, 10));
    }

    @Test
    void whatCannotBeCountedIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> hotKeys(0));
        assertThrows(IllegalArgumentException.class, () -> hotKeys(65_536));
        assertThrows(IllegalArgumentException.class, () -> new HotKeys(1, Duration.ZERO, time::nanoTime));
    }
}
