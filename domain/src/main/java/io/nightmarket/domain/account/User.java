package io.nightmarket.domain.account;

/**
 * A user as others see one, with the role.
 *
 * @param icon the address of a picture, empty when there is none
 */
public record User(UserId id, String nickName, String icon, Role role) {}
