package io.nightmarket.domain.account;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.memory.Readers;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class FindUserCardTest {
    private static final UserId GONE = new UserId(7);

    private final ManualClock clock = new ManualClock(Instant.parse("2026-06-18T12:00:00Z"));
    private final Queue<Runnable> loads = new ArrayDeque<>();
    private final FindUserCard cards =
            new FindUserCard(Readers.of(Readers.cache(clock), this::load, (_, _) -> {}, clock, new ManualTimers()));

    private CompletionStage<Optional<UserCard>> load(UserId id) {
        CompletableFuture<Optional<UserCard>> card = new CompletableFuture<>();
        loads.add(() -> card.complete(id.equals(GONE) ? Optional.empty() : Optional.of(card(id))));
        return card;
    }

    private static UserCard card(UserId id) {
        return new UserCard(id, "user_" + id.value(), "");
    }

    @Test
    void manyAreReadAFewAtATime() {
        List<UserId> ids = LongStream.rangeClosed(1, 20)
                .map(i -> 21 - i)
                .mapToObj(UserId::new)
                .toList();
        CompletionStage<List<UserCard>> found = cards.findAll(ids);
        int loaded = 0;
        for (Runnable load = loads.poll(); load != null; load = loads.poll()) {
            assertTrue(loads.size() < 5, () -> loads.size() + " more at once");
            load.run();
            loaded++;
        }
        assertEquals(20, loaded);
        assertEquals(
                ids.stream()
                        .filter(id -> !id.equals(GONE))
                        .map(FindUserCardTest::card)
                        .toList(),
                await(found));
    }
}
