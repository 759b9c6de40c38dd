package io.nightmarket.domain.account.profile;

import io.nightmarket.domain.account.UserId;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * What a user shows beside name and picture.
 *
 * @param followers how many follow the user
 * @param followed how many the user follows
 * @param female otherwise male, by default
 */
public record Profile(
        UserId user,
        String city,
        @Nullable String introduce,
        int followers,
        int followed,
        boolean female,
        @Nullable LocalDate birthday,
        long credits,
        int level) {
    Profile withCounts(int newFollowers, int newFollowed) {
        return new Profile(user, city, introduce, newFollowers, newFollowed, female, birthday, credits, level);
    }
}
