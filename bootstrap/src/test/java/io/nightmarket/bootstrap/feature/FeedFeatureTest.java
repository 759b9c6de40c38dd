package io.nightmarket.bootstrap.feature;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.feed.FanOutNotes;
import io.nightmarket.domain.feed.FeedOutbox;
import io.nightmarket.domain.feed.MeasureOutbox;
import io.nightmarket.domain.memory.InMemoryFeedChanges;
import io.nightmarket.domain.memory.InMemoryFeedOutbox;
import io.nightmarket.domain.memory.InMemoryFollows;
import io.nightmarket.domain.memory.InMemoryInboxes;
import io.nightmarket.domain.memory.InMemoryNotes;
import io.nightmarket.domain.memory.InMemoryPulledAuthors;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.RecordedFeedMeter;
import io.nightmarket.domain.memory.RecordedFeedMeter.Pending;
import io.nightmarket.domain.note.NewNote;
import io.nightmarket.domain.shop.ShopId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FeedFeatureTest {
    @Test
    void theOutboxIsMeasuredBeforeEachFanOutAndByTheLeaderAlone() {
        ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
        InMemoryNotes notes = new InMemoryNotes(_ -> true, clock);
        InMemoryFollows follows = new InMemoryFollows(_ -> true);
        FeedOutbox outbox = new InMemoryFeedOutbox(notes, follows);
        RecordedFeedMeter meter = new RecordedFeedMeter();
        FanOutNotes fanOut = new FanOutNotes(
                outbox, new InMemoryPulledAuthors(), follows, new InMemoryInboxes(), new InMemoryFeedChanges(), 1_000);
        JobVerticle.Job job = FeedFeature.job(new MeasureOutbox(outbox, meter, clock), fanOut, meter);
        assertTrue(await(notes.create(new NewNote(new ShopId(1), new UserId(1), "title", "", "content")))
                .isPresent());
        clock.advance(Duration.ofSeconds(2));

        await(job.run());
        assertEquals(List.of(), await(outbox.oldest(1)));
        job.onLeadershipLost();
        assertEquals(List.of(new Pending(1, Duration.ofSeconds(2)), new Pending(0, Duration.ZERO)), meter.pending());
    }
}
