package io.nightmarket.domain.account.profile;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** A change of a user's own profile; what is null stays as it is. */
public record ProfileChange(
        @Nullable String nickName,
        @Nullable String icon,
        @Nullable String city,
        @Nullable String introduce,
        @Nullable Boolean female,
        @Nullable LocalDate birthday) {
    /** Whether name or picture change, which others see beside what the user wrote. */
    public boolean ofCard() {
        return nickName != null || icon != null;
    }

    /** Whether anything else changes. */
    public boolean ofProfile() {
        return city != null || introduce != null || female != null || birthday != null;
    }
}
