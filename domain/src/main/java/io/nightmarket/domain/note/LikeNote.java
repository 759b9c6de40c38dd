package io.nightmarket.domain.note;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.MissedWrites;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A user likes a note, or not any more. The database first; the set of the note follows before the answer. */
public final class LikeNote {
    private final LikeLedger ledger;
    private final LikeSets sets;
    private final MissedWrites missed;

    public LikeNote(LikeLedger ledger, LikeSets sets, MissedWrites missed) {
        this.ledger = ledger;
        this.sets = sets;
        this.missed = missed;
    }

    /** False when there is no such note. */
    public CompletionStage<Boolean> toggle(NoteId note, UserId user) {
        return ledger.toggle(note, user).thenCompose(this::put);
    }

    /** Takes a like back; false when there is none. */
    public CompletionStage<Boolean> unlike(NoteId note, UserId user) {
        return ledger.unlike(note, user).thenCompose(this::put);
    }

    private CompletionStage<Boolean> put(Optional<LikeChange> changed) {
        return changed.map(change -> missed.answerAnyway("a like in a set", sets.put(change), true))
                .orElseGet(() -> CompletableFuture.completedStage(false));
    }
}
