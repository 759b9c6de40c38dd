package io.nightmarket.http.account.profile;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.profile.EditProfile;
import io.nightmarket.domain.account.profile.FindProfile;
import io.nightmarket.domain.account.profile.Profile;
import io.nightmarket.domain.account.profile.ProfileChange;
import io.nightmarket.http.Limits;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.answer.Rule;
import io.nightmarket.http.request.JsonBody;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import java.time.LocalDate;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Users look at profiles, and change their own; administrators take names away. */
public final class ProfileRoutes implements Routes {
    /** Name, picture, city and introduction as long as the columns allow. */
    private static final Options EDITORS = Options.USERS.withBody(Options.bodyOf(32 + 255 + 64 + 128));

    private final FindProfile findProfile;
    private final EditProfile editProfile;
    private final Limits limits;

    public ProfileRoutes(SharedHttpState share, FindProfile findProfile, EditProfile editProfile) {
        this.findProfile = findProfile;
        this.editProfile = editProfile;
        this.limits = share.limits();
    }

    @Override
    public void bind(Endpoints endpoints) {
        Options editors = EDITORS.limitedBy(limits.changing());
        endpoints.bind("findProfile", Options.USERS.limitedBy(limits.people()), this::find);
        endpoints.bind("editProfile", editors, this::edit);
        endpoints.bind("resetNickName", Options.ADMINS, this::resetName);
        endpoints.bind("editUser", editors, this::edit);
    }

    private CompletionStage<Answer> resetName(Request request) {
        UserId user = new UserId(request.id("id"));
        return editProfile.resetName(user).thenApply(outcome -> switch (outcome) {
            case UNKNOWN_USER -> Answer.refused(ErrorCode.USER_NOT_FOUND);
            case DONE, BIRTHDAY_IN_FUTURE -> Answer.DONE;
        });
    }

    /** Nothing for a user without a profile, as the front end expects. */
    private CompletionStage<Answer> find(Request request) {
        return findProfile
                .find(new UserId(request.id("id")))
                .thenApply(found ->
                        found.map(profile -> Answer.of(ProfileView.of(profile))).orElse(Answer.DONE));
    }

    private CompletionStage<Answer> edit(Request request) {
        UserId user = request.session().user();
        return editProfile.edit(user, change(request.body())).thenApply(outcome -> switch (outcome) {
            case DONE -> Answer.DONE;
            case BIRTHDAY_IN_FUTURE -> throw Refusal.malformed("birthday", Rule.IN_FUTURE);
            case UNKNOWN_USER -> throw Refusal.of(ErrorCode.LOGIN_REQUIRED);
        });
    }

    private static ProfileChange change(JsonBody body) {
        return new ProfileChange(
                body.text("nickName"),
                body.text("icon"),
                body.text("city"),
                body.text("introduce"),
                body.flagIfAny("gender"),
                body.date("birthday"));
    }

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
}
