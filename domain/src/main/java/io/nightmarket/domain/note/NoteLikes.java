package io.nightmarket.domain.note;

import io.nightmarket.domain.account.UserId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** How many like notes now, and whether the viewer does. */
@FunctionalInterface
public interface NoteLikes {
    /**
     * The likes of a note.
     *
     * @param liked by how many users
     */
    record Likes(long liked, boolean byViewer) {}

    /** The likes of each of the notes. */
    CompletionStage<Map<NoteId, Likes>> of(List<NoteId> notes, Optional<UserId> viewer);
}
