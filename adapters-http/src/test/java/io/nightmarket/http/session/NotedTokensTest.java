package io.nightmarket.http.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class NotedTokensTest {
    private final List<String> checked = new ArrayList<>();
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final NotedTokens noted = new NotedTokens(checked::add, tasks::add);

    @Test
    void theFirstOfAnIntervalAreCheckedAtOnce() {
        List<String> all = tokens("a", NotedTokens.CHECKS);
        note(all, false);

        assertEquals(all, checked);
        assertEquals(1, tasks.size(), "one timer of an interval");
    }

    @Test
    void theOthersFollowInTheirOrderAndSoManyInEachInterval() {
        List<String> all = tokens("a", 2 * NotedTokens.CHECKS + 1);
        note(all, false);
        assertEquals(NotedTokens.CHECKS, checked.size());

        tasks.remove().run();
        assertEquals(2 * NotedTokens.CHECKS, checked.size());
        tasks.remove().run();
        assertEquals(all, checked);

        tasks.remove().run();
        assertTrue(tasks.isEmpty(), "no timer runs while there is nothing to do");
    }

    @Test
    void renewalsGoFirstAndNoneIsLeftOutWhileNewTokensAre() {
        note(tokens("new", 100_000), false);
        List<String> renewals = tokens("renewal", 10_000);
        note(renewals, true);
        checked.clear();

        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }

        assertEquals(renewals, checked.subList(0, renewals.size()));
        assertTrue(checked.size() < 20_000, "new ones beyond the bound are left out");
        assertTrue(checked.size() > renewals.size(), "those within it are not");
    }

    @Test
    void theNewestOfTooManyNewTokensAreKept() {
        note(tokens("new", 100_000), false);
        assertEquals(NotedTokens.MAX_UNSEEN, noted.waiting());

        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }

        assertTrue(checked.contains("new99999"));
    }

    @Test
    void aTokenIsQueuedOnce() {
        note(tokens("new", NotedTokens.CHECKS), false);
        for (int i = 0; i < 100; i++) {
            noted.note("renewal", true);
            noted.note("unseen", false);
        }

        assertEquals(2, noted.waiting());
    }

    private void note(List<String> tokens, boolean isRenewal) {
        tokens.forEach(token -> noted.note(token, isRenewal));
    }

    private static List<String> tokens(String name, int count) {
        return IntStream.range(0, count).mapToObj(i -> name + i).toList();
    }
}
