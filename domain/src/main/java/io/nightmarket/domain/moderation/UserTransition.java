package io.nightmarket.domain.moderation;

import io.nightmarket.domain.account.Role;
import java.util.Set;

/**
 * A change of a user's state. A user in any other state is left as it is.
 *
 * @param from the states that it starts from
 */
public record UserTransition(Set<UserState> from, UserState to) {
    public static final UserTransition BAN = new UserTransition(Set.of(UserState.ACTIVE), UserState.BANNED);
    public static final UserTransition LIFT = new UserTransition(Set.of(UserState.BANNED), UserState.ACTIVE);

    /** Nothing follows it. */
    public static final UserTransition ERASE =
            new UserTransition(Set.of(UserState.ACTIVE, UserState.BANNED), UserState.ERASED);

    public UserTransition {
        from = Set.copyOf(from);
    }

    /** What is to become of the change. */
    public enum Outcome {
        DONE,
        /** The user is in the state already. */
        UNCHANGED,
        NO_SUCH_USER,
        /** The user has a role: administrators alone ban such users, and no user with a role is erased. */
        IS_STAFF,
        /** The user is erased. */
        ERASED
    }

    /**
     * The outcome for a user in this state.
     *
     * @param role that of the user
     * @param actor the role of the one who asks for it
     */
    public Outcome of(UserState state, Role role, Role actor) {
        if (role != Role.SHOPPER && (to == UserState.ERASED || actor != Role.ADMIN)) {
            return Outcome.IS_STAFF;
        } else if (state == to) {
            return Outcome.UNCHANGED;
        }
        return from.contains(state) ? Outcome.DONE : Outcome.ERASED;
    }
}
