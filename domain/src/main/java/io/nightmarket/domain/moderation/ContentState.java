package io.nightmarket.domain.moderation;

/** Whether a note or a comment is shown. */
public enum ContentState {
    VISIBLE,
    HIDDEN
}
