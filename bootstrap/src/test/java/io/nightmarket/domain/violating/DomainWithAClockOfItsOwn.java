package io.nightmarket.domain.violating;

import java.time.Instant;

/** Breaks a rule on purpose. */
public final class DomainWithAClockOfItsOwn {
    private DomainWithAClockOfItsOwn() {}

    static Instant now() {
        return Instant.now();
    }
}
