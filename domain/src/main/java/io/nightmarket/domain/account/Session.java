package io.nightmarket.domain.account;

import java.time.Instant;

/**
 * A login that holds.
 *
 * @param endsAt the absolute end, whatever the activity
 */
public record Session(SessionId id, UserId user, Role role, Instant endsAt) {}
