package io.nightmarket.http.account;

import io.nightmarket.domain.account.UserCard;
import io.nightmarket.http.answer.Json;

/** A user as shown to others. */
public record UserCardView(Object id, String nickName, String icon) {
    public static UserCardView of(UserCard card) {
        return new UserCardView(Json.id(card.id().value()), card.nickName(), card.icon());
    }
}
