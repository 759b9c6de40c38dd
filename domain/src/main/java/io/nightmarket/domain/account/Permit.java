package io.nightmarket.domain.account;

import java.time.Duration;

/** Whether something may be done that is allowed only so often: a code be issued, a password be tried. */
public sealed interface Permit {
    record Granted() implements Permit {}

    record TooSoon(Duration retryAfter) implements Permit {}
}
