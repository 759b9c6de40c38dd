package io.nightmarket.domain.note;

import io.nightmarket.domain.account.UserId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** How many like notes now, and whether the viewer does. */
@FunctionalInterface
public interface NoteStandings {
    /**
     * How a note stands.
     *
     * @param liked by how many users
     */
    record Standing(long liked, boolean byViewer) {}

    /** The standing of each of the notes. */
    CompletionStage<Map<NoteId, Standing>> of(List<NoteId> notes, Optional<UserId> viewer);
}
