package io.nightmarket.http.limit;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.http.answer.Answer;
import org.jspecify.annotations.Nullable;

/** How often a user may call the operations that share it. One for all verticles of a node. */
public record UserLimit(TokenBuckets users) {
    /** Takes from the user's bucket and answers null, or the refusal. */
    public @Nullable Answer refusal(UserId user) {
        return RateLimiter.refusal(users.take(user.value()));
    }
}
