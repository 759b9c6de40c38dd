package io.nightmarket.domain.account;

/**
 * What every user may see of another.
 *
 * @param icon the address of a picture, empty when there is none
 */
public record UserCard(UserId id, String nickName, String icon) {
    static UserCard of(User user) {
        return new UserCard(user.id(), user.nickName(), user.icon());
    }
}
