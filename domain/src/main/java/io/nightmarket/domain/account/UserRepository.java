package io.nightmarket.domain.account;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The users. */
public interface UserRepository {
    /**
     * The user with this phone; made, with {@code nickName} and as a shopper, when there is none. Any number of
     * concurrent calls for one phone answer the same user.
     */
    CompletionStage<User> findOrCreate(PhoneNumber phone, String nickName);

    CompletionStage<Optional<User>> find(UserId id);

    CompletionStage<Optional<User>> find(PhoneNumber phone);

    /** Whether the user may not log in: staff banned or erased the user. */
    CompletionStage<Boolean> isBanned(UserId id);

    /** As {@link #isBanned(UserId)}, of the user with this phone; false when there is none. */
    CompletionStage<Boolean> isBanned(PhoneNumber phone);
}
