package io.nightmarket.domain.profile;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** A change of a user's own profile; what is null stays as it is. */
public record ProfileChange(
        @Nullable String nickName,
        @Nullable String icon,
        @Nullable String city,
        @Nullable String introduce,
        @Nullable Boolean female,
        @Nullable LocalDate birthday) {}
