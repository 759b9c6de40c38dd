package io.nightmarket.http.account;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.User;
import io.nightmarket.http.answer.Json;

/** A user as shown to the user. */
public record UserView(Object id, String nickName, String icon, String role) {
    public static UserView of(User user, Role role) {
        return new UserView(Json.id(user.id().value()), user.nickName(), user.icon(), role.name());
    }
}
