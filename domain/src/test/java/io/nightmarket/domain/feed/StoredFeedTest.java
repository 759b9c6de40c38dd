package io.nightmarket.domain.feed;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.InMemoryFollows;
import io.nightmarket.domain.memory.ManualTimers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class StoredFeedTest {
    private static final UserId AUTHOR = new UserId(1_000);

    private final InMemoryFollows follows = new InMemoryFollows(_ -> true);
    private final Queue<CompletableFuture<List<FeedPlace>>> reads = new ArrayDeque<>();

    private final NotesOfAuthors slow = new NotesOfAuthors() {
        @Override
        public CompletionStage<List<FeedPlace>> after(List<UserId> authors, FeedPlace place, int max) {
            CompletableFuture<List<FeedPlace>> read = new CompletableFuture<>();
            reads.add(read);
            return read;
        }

        @Override
        public CompletionStage<Integer> countExisting(List<FeedPlace> places) {
            throw new UnsupportedOperationException();
        }
    };

    @Test
    void aCrowdOfReadersReadsAFewAtOnceAndAllAreAnswered() {
        StoredFeed feed = new StoredFeed(follows, slow, new ManualTimers());
        List<CompletableFuture<List<FeedPlace>>> pages = new ArrayList<>();
        for (int reader = 1; reader <= 100; reader++) {
            var _ = await(follows.follow(new UserId(reader), AUTHOR, 10));
            pages.add(feed.after(new UserId(reader), FeedPlace.BEGIN, 10).toCompletableFuture());
        }

        for (int answered = 0; answered < 100; answered++) {
            assertTrue(reads.size() <= StoredFeed.READS);
            reads.remove().complete(List.of());
        }
        for (CompletableFuture<List<FeedPlace>> page : pages) {
            assertEquals(List.of(), await(page));
        }
    }

    @Test
    void whoWaitedForTooLongIsRefused() {
        ManualTimers timers = new ManualTimers();
        StoredFeed feed = new StoredFeed(follows, slow, timers);
        var _ = await(follows.follow(new UserId(1), AUTHOR, 10));
        List<CompletionStage<List<FeedPlace>>> pages = new ArrayList<>();
        for (int i = 0; i <= StoredFeed.READS; i++) {
            pages.add(feed.after(new UserId(1), FeedPlace.BEGIN, 10));
        }

        timers.advance(Duration.ofSeconds(2));
        reads.remove().complete(List.of());

        assertInstanceOf(Unavailable.class, failureOf(pages.getLast()));
        assertEquals(StoredFeed.READS - 1, reads.size(), "it did not begin");
    }
}
