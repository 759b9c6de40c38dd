package io.nightmarket.domain.base;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.memory.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class FairQueueTest {
    private final ManualTimers timers = new ManualTimers();
    private final FairQueue<String> queue = new FairQueue<>(new Bulkhead(1, 2), Duration.ofSeconds(30), timers);
    private final List<String> begun = new ArrayList<>();
    private final List<CompletableFuture<String>> works = new ArrayList<>();

    private CompletableFuture<String> run(String holder, String name) {
        return queue.run(holder, () -> {
                    begun.add(name);
                    works.add(new CompletableFuture<>());
                    return works.getLast();
                })
                .toCompletableFuture();
    }

    @Test
    void holdersTakeTurns() {
        CompletableFuture<String> first = run("a", "a1");
        var _ = run("a", "a2");
        var _ = run("b", "b1");
        var _ = run("b", "b2");
        works.get(0).complete("done");
        assertEquals("done", await(first));
        works.get(1).complete("done");
        works.get(2).completeExceptionally(new Unavailable("failed"));
        assertEquals(List.of("a1", "b1", "a2", "b2"), begun);
    }

    @Test
    void aFailureEndsOneCallAlone() {
        CompletableFuture<String> first = run("a", "a1");
        CompletableFuture<String> second = run("a", "a2");
        works.getFirst().completeExceptionally(new Unavailable("failed"));
        assertInstanceOf(Unavailable.class, failureOf(first));
        works.getLast().complete("done");
        assertEquals("done", await(second));
        assertFalse(run("a", "a3").isDone());
        assertEquals(List.of("a1", "a2", "a3"), begun);
    }

    @Test
    void tooManyHoldersAreRejectedAndSoAreThoseWhoWaitTooLong() {
        var _ = run("a", "a1");
        CompletableFuture<String> late = run("b", "b1");
        var _ = run("c", "c1");
        assertInstanceOf(Unavailable.class, failureOf(run("d", "d1")));
        timers.advance(Duration.ofSeconds(31));
        works.getFirst().complete("done");
        assertInstanceOf(Unavailable.class, failureOf(late));
        assertEquals(List.of("a1"), begun);
    }
}
