package io.nightmarket.bootstrap.feature;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.memory.InMemoryLikeSets;
import io.nightmarket.domain.memory.InMemoryLikes;
import io.nightmarket.domain.memory.InMemoryNotes;
import io.nightmarket.domain.note.CountLikes;
import io.nightmarket.domain.note.LikeMeter;
import io.nightmarket.domain.note.NewNote;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.shop.ShopId;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NoteFeatureTest {
    private static final UserId ALICE = new UserId(1);

    @Test
    void aFormerLeaderShowsNoDrift() {
        InMemoryNotes notes = new InMemoryNotes(_ -> true, Clock.systemUTC());
        InMemoryLikes likes = new InMemoryLikes(notes, Clock.systemUTC());
        NoteId note = Stages.await(notes.create(new NewNote(new ShopId(1), ALICE, "title", "", "content")))
                .orElseThrow()
                .id();
        var _ = Stages.await(likes.toggle(note, ALICE));
        List<Long> totals = new ArrayList<>();
        LikeMeter meter = (total, _) -> totals.add(total);
        JobVerticle.Job job = NoteFeature.likeCounting(new CountLikes(likes, new InMemoryLikeSets(), meter), meter);
        Stages.await(job.run());
        assertEquals(List.of(1L), totals);
        job.onLeadershipLost();
        assertEquals(List.of(1L, 0L), totals);
    }
}
