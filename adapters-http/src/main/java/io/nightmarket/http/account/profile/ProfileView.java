package io.nightmarket.http.account.profile;

import io.nightmarket.domain.account.profile.Profile;
import io.nightmarket.http.answer.Json;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** A profile as shown to users. */
record ProfileView(
        Object userId,
        String city,
        @Nullable String introduce,
        int fans,
        int followee,
        boolean gender,
        @Nullable String birthday,
        long credits,
        int level) {
    static ProfileView of(Profile profile) {
        LocalDate birthday = profile.birthday();
        return new ProfileView(
                Json.id(profile.user().value()),
                profile.city(),
                profile.introduce(),
                profile.followers(),
                profile.followed(),
                profile.female(),
                birthday == null ? null : birthday.toString(),
                profile.credits(),
                profile.level());
    }
}
