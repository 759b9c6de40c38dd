package io.nightmarket.domain.feed;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.memory.InMemoryFeedOutbox;
import io.nightmarket.domain.memory.InMemoryFollows;
import io.nightmarket.domain.memory.InMemoryNotes;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.RecordedFeedMeter;
import io.nightmarket.domain.memory.RecordedFeedMeter.Pending;
import io.nightmarket.domain.note.NewNote;
import io.nightmarket.domain.shop.ShopId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MeasureOutboxTest {
    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
    private final InMemoryNotes notes = new InMemoryNotes(_ -> true, clock);
    private final FeedOutbox outbox = new InMemoryFeedOutbox(notes, new InMemoryFollows(_ -> true));
    private final RecordedFeedMeter meter = new RecordedFeedMeter();
    private final MeasureOutbox measuring = new MeasureOutbox(outbox, meter, clock);

    @Test
    void notesThatWaitAreCountedAndTheOldestHasItsAge() {
        publish();
        clock.advance(Duration.ofSeconds(2));
        publish();
        await(measuring.run());
        await(outbox.oldest(0, 9)).forEach(note -> await(outbox.finish(note)));
        await(measuring.run());
        assertEquals(List.of(new Pending(2, Duration.ofSeconds(2)), new Pending(0, Duration.ZERO)), meter.pending());
    }

    private void publish() {
        assertTrue(await(notes.create(new NewNote(new ShopId(1), new UserId(1), "title", "", "content")))
                .isPresent());
    }
}
