package io.nightmarket.domain.shop;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.ManualTimers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class IndexShopNamesTest {
    private final ManualTimers timers = new ManualTimers();
    private final List<String> asked = new ArrayList<>();
    private final Queue<CompletionStage<Long>> answers = new ArrayDeque<>();
    private final IndexShopNames job = new IndexShopNames(
            (after, most) -> {
                asked.add(most + " after " + after);
                return answers.remove();
            },
            timers::nanoTime);

    @Test
    void slicesFollowOneAnotherAFailedOneIsRepeatedAndAfterTheLastItRests() {
        answers.add(CompletableFuture.completedStage(700L));
        answers.add(CompletableFuture.failedStage(new Unavailable("away")));
        answers.add(CompletableFuture.completedStage(1_200L));
        answers.add(CompletableFuture.completedStage(0L));
        answers.add(CompletableFuture.completedStage(700L));

        var _ = await(job.iterate());
        assertInstanceOf(Unavailable.class, failureOf(job.iterate()));
        for (int i = 0; i < 3; i++) {
            var _ = await(job.iterate());
        }
        timers.advance(Duration.ofMinutes(1).minusNanos(1));
        await(job.iterate());
        assertEquals(List.of("200 after 0", "200 after 700", "200 after 700", "200 after 1200"), asked, "it rests");

        timers.advance(Duration.ofNanos(1));
        await(job.iterate());
        assertEquals(List.of("200 after 0", "200 after 700", "200 after 700", "200 after 1200", "200 after 0"), asked);
    }
}
