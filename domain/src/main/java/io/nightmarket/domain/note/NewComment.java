package io.nightmarket.domain.note;

import io.nightmarket.domain.account.UserId;
import java.util.Optional;

/**
 * A comment that is to be written.
 *
 * @param parent the comment of the first level that it replies to; empty: it is one itself
 * @param answer the reply to that parent, or the parent, that it answers
 */
public record NewComment(
        NoteId note, UserId author, Optional<CommentId> parent, Optional<CommentId> answer, String content) {}
