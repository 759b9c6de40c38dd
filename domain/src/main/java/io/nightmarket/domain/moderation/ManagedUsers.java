package io.nightmarket.domain.moderation;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.moderation.UserTransition.Outcome;
import io.nightmarket.domain.note.CommentId;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopRole;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Users as staff see and change them, in the database. Fails with {@code Unavailable} or {@code TimedOut}. */
public interface ManagedUsers {
    /** The most shops that an account names. */
    int MAX_SHOPS = 100;

    /**
     * A user as staff see one.
     *
     * @param phone with the middle hidden; of an erased user the pseudonym, which is no phone number
     * @param shops the first {@value #MAX_SHOPS} in which the user has a role
     * @param since when a state other than ACTIVE began
     * @param reason for it; empty of an active user
     */
    record Account(
            UserId id,
            String phone,
            String nickName,
            Role role,
            Map<ShopId, ShopRole> shops,
            UserState state,
            Optional<Instant> since,
            String reason) {}

    CompletionStage<Optional<Account>> find(UserId user);

    CompletionStage<Optional<Account>> find(PhoneNumber phone);

    /**
     * What became of a change.
     *
     * @param card the change of the user's card, if it was erased
     */
    record Changed(Outcome outcome, Optional<CacheChange> card) {}

    /**
     * Changes the state, with an entry in the audit trail. ERASE also takes phone, name, picture, password, second factor, profile and
     * roles in shops in this transaction; what else there is, {@link #leftOf} names until {@link #finish}.
     *
     * @param actor the role of the one who asks for it
     */
    CompletionStage<Changed> change(StaffAction action, Role actor, UserId user, UserTransition transition);

    /** Erased users of whom something may be left, {@code max} at most. */
    CompletionStage<List<UserId>> erased(int max);

    /** What is left of a user; of each kind not more than was asked for. */
    record Left(List<NoteId> notes, List<CommentId> comments, List<NoteId> liked) {}

    /** The notes and comments of a user, hidden ones too, and the notes that the user likes. */
    CompletionStage<Left> leftOf(UserId user, int max);

    /** Deletes check-ins and reports of a user, {@code max} of each at most, and answers how many. */
    CompletionStage<Integer> deleteRows(UserId user, int max);

    /** Takes the user off {@link #erased}, ten minutes after the erasure at the earliest: requests may have been under way. */
    CompletionStage<Void> finish(UserId user);
}
