package io.nightmarket.domain.picture;

import io.nightmarket.domain.account.UserId;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Whose pictures are whose, in the database. */
public interface PictureLedger {
    /**
     * Records a new picture. False, and nothing is recorded, when the user uploaded as many on this day (UTC), also when they are
     * deleted since.
     */
    CompletionStage<Boolean> add(PictureName name, UserId owner, int maxPerDay);

    /** Whether {@link #add} would record one more picture of this user now. */
    CompletionStage<Boolean> hasRoom(UserId owner, int maxPerDay);

    /** Whether there is this picture, of this user or of any. */
    CompletionStage<Boolean> isOwnedBy(PictureName name, Optional<UserId> user);

    /** Repeating it is harmless. */
    CompletionStage<Void> remove(PictureName name);
}
