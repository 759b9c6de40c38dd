package io.nightmarket.domain.note;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.note.LikeLedger.Counted;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes the numbers of likes behind, into the rows of the notes that changed, and compares the sets an iteration later, when every
 * change that was put has arrived: one that missed a change is dropped, and loaded again by its next reader.
 */
public final class CountLikes {
    private static final int BATCH = 200;

    private final LikeLedger ledger;
    private final LikeSets sets;
    private final LikeMeter meter;

    public CountLikes(LikeLedger ledger, LikeSets sets, LikeMeter meter) {
        this.ledger = ledger;
        this.sets = sets;
        this.meter = meter;
    }

    /** One iteration: compares up to 200 notes, and writes the totals of up to 200. */
    public CompletionStage<Void> iterate() {
        AtomicLong behind = new AtomicLong();
        AtomicLong difference = new AtomicLong();
        return ledger.toCompare(BATCH)
                .thenCompose(notes -> OneByOne.doAll(notes, note -> compare(note, behind)))
                // While the sets are away the comparison waits for them, and the totals don't.
                .exceptionallyCompose(DomainFailure.unlessBug(() -> CompletableFuture.completedStage(null)))
                .thenCompose(_ -> ledger.changed(BATCH))
                .thenCompose(notes -> OneByOne.doAll(notes, note -> write(note, difference)))
                .thenAccept(_ -> meter.compared(difference.get(), behind.get()));
    }

    private CompletionStage<Void> compare(Counted note, AtomicLong behind) {
        return sets.dropIfBehind(note.note(), note.versions()).thenCompose(dropped -> {
            if (dropped) {
                behind.incrementAndGet();
            }
            return ledger.compared(note);
        });
    }

    private CompletionStage<Void> write(NoteId note, AtomicLong difference) {
        return ledger.writeTotal(note).thenAccept(difference::addAndGet);
    }
}
