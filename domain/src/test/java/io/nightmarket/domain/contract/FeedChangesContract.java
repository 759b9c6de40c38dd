package io.nightmarket.domain.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.feed.FeedChanges;
import io.nightmarket.domain.memory.RecordedFeedChanges;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What every {@link FeedChanges} promises that others subscribe to. */
public abstract class FeedChangesContract {
    protected abstract FeedChanges changes();

    protected abstract void subscribe(FeedChanges listener);

    @Test
    void eachListenerIsNotified() throws InterruptedException {
        RecordedFeedChanges one = new RecordedFeedChanges();
        RecordedFeedChanges other = new RecordedFeedChanges();
        subscribe(one);
        subscribe(other);
        List<UserId> readers = LongStream.rangeClosed(1, FeedChanges.MAX_READERS)
                .mapToObj(reader -> new UserId(reader << 45))
                .toList();
        changes().changed(readers);
        for (RecordedFeedChanges listener : List.of(one, other)) {
            assertEquals(readers, listener.notifications().poll(60, TimeUnit.SECONDS));
        }
        changes().published(new UserId(7));
        for (RecordedFeedChanges listener : List.of(one, other)) {
            assertEquals(new UserId(7), listener.notifications().poll(60, TimeUnit.SECONDS));
        }
    }
}
