package io.nightmarket.domain.note;

import io.nightmarket.domain.account.UserId;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The owners of pictures, in the database. */
public interface PictureLedger {
    /** Counts one more try of the user. False when the tries of this day (UTC) are more than these, whatever became of each. */
    CompletionStage<Boolean> countTry(UserId user, int maxPerDay);

    /** Records a new picture. */
    CompletionStage<Void> add(PictureName name, UserId owner);

    /** Whether there is this picture, of this user or of any. */
    CompletionStage<Boolean> isOwnedBy(PictureName name, Optional<UserId> user);

    /** Repeating it is harmless. */
    CompletionStage<Void> remove(PictureName name);
}
