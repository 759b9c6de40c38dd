package io.nightmarket.domain.note;

import io.nightmarket.domain.account.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A comment as stored; adopted data may be odd, so nothing is checked here.
 *
 * @param note its number
 * @param author null when the row names none
 * @param parent the comment of the first level that it replies to, 0 for none
 * @param answer the comment that it answers, 0 for none
 * @param replies how many there are; {@link CommentRepository#MAX_REPLIES} for this number and all above
 */
public record Comment(
        CommentId id,
        long note,
        @Nullable UserId author,
        long parent,
        long answer,
        String content,
        Instant createTime,
        long replies) {}
