package io.nightmarket.domain.moderation;

/** Whether a user may use the site. */
public enum UserState {
    ACTIVE,
    /** Can't log in; all that the user did stays. */
    BANNED,
    /** Nothing says any more who it was; orders stay. */
    ERASED
}
