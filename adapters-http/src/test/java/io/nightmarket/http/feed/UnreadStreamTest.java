package io.nightmarket.http.feed;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.feed.CountUnread;
import io.nightmarket.domain.feed.FeedPlace;
import io.nightmarket.domain.feed.FeedPlaces;
import io.nightmarket.domain.feed.NotesOfAuthors;
import io.nightmarket.domain.memory.InMemorySeenPlaces;
import io.nightmarket.http.stream.WrittenEvents;
import io.nightmarket.testkit.Eventually;
import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A client that does not take what it is sent. */
@ExtendWith(VertxExtension.class)
final class UnreadStreamTest implements NotesOfAuthors {
    private static final UserId READER = new UserId(1);

    private final WrittenEvents client = new WrittenEvents();
    private final AtomicInteger counts = new AtomicInteger();
    private volatile int unread;
    private Context loop;
    private UnreadStream stream;

    @BeforeEach
    void begin(Vertx vertx) {
        loop = vertx.getOrCreateContext();
        FeedPlaces places = this::after;
        CountUnread counting = new CountUnread(places, places, this, new InMemorySeenPlaces());
        stream = new UnreadStream(client.client(READER), new UnreadStream.Source(counting, new Bulkhead(1, 1), loop));
        Runnable begin = await(stream.prepare());
        onLoop(begin);
        assertEquals(List.of("retry: 2000\nevent: unread\ndata: {\"unread\":0}\n\n"), client.written());
    }

    private CompletionStage<List<FeedPlace>> after(UserId reader, FeedPlace place, int max) {
        counts.incrementAndGet();
        return CompletableFuture.completedStage(LongStream.rangeClosed(1, unread)
                .mapToObj(note -> new FeedPlace(Instant.ofEpochSecond(1), note))
                .toList());
    }

    @Override
    public CompletionStage<List<FeedPlace>> after(List<UserId> authors, FeedPlace place, int max) {
        throw new AssertionError();
    }

    @Override
    public CompletionStage<Integer> countExisting(List<FeedPlace> places) {
        return CompletableFuture.completedStage(places.size());
    }

    private void onLoop(Runnable work) {
        Promise<Void> done = Promise.promise();
        loop.runOnContext(_ -> {
            work.run();
            done.complete();
        });
        await(done.future().toCompletionStage());
    }

    @Test
    void theNewestNumberAloneWaitsForASlowClient() {
        client.stall();
        for (int i = 1; i <= 5; i++) {
            unread = i;
            onLoop(stream::refresh);
        }
        assertEquals(1, counts.get());
        onLoop(client::drain);
        Eventually.holds("the newest number is sent", () -> client.written().size() == 2);
        assertEquals("event: unread\ndata: {\"unread\":5}\n\n", client.written().getLast());
        assertEquals(2, counts.get());
    }

    @Test
    void aClientThatTakesNothingBetweenTwoChecksIsClosed() {
        client.stall();
        onLoop(stream::check);
        assertFalse(client.isEnded());
        onLoop(stream::check);
        assertTrue(client.isEnded());
        assertEquals(1, counts.get());
    }

    @Test
    void aClientThatTakesSomethingIsNotClosed() {
        client.stall();
        onLoop(stream::check);
        onLoop(client::drain);
        client.stall();
        onLoop(stream::check);
        assertFalse(client.isEnded());
    }
}
