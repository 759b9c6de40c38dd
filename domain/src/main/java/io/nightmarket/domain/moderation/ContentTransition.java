package io.nightmarket.domain.moderation;

/** A decision about a note or a comment, which closes its reports. What is in its state already stays there. */
public enum ContentTransition {
    HIDE(ContentState.VISIBLE, ContentState.HIDDEN),
    /** For visible content it says that the reports are unfounded. */
    RESTORE(ContentState.HIDDEN, ContentState.VISIBLE);

    private final ContentState from;
    private final ContentState to;

    ContentTransition(ContentState from, ContentState to) {
        this.from = from;
        this.to = to;
    }

    public ContentState from() {
        return from;
    }

    public ContentState to() {
        return to;
    }
}
