package io.nightmarket.domain.feed;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.memory.InMemoryFollows;
import io.nightmarket.domain.memory.ManualTimers;
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
}
