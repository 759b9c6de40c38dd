package io.nightmarket.http.note;

import io.nightmarket.domain.account.UserCard;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.note.Comment;
import io.nightmarket.domain.note.ListComments;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.request.LocalTimes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A comment as the page of its note shows it; the content is plain text. */
record CommentView(
        Object id,
        Object blogId,
        @Nullable Object userId,
        Object parentId,
        Object answerId,
        String content,
        long replies,
        String createTime,
        @Nullable String name,
        @Nullable String icon) {
    static CommentView of(ListComments.Shown shown, LocalTimes times) {
        Comment comment = shown.comment();
        return new CommentView(
                Json.id(comment.id().value()),
                Json.id(comment.note()),
                Optional.ofNullable(comment.author())
                        .map(UserId::value)
                        .map(Json::id)
                        .orElse(null),
                Json.id(comment.parent()),
                Json.id(comment.answer()),
                comment.content(),
                comment.replies(),
                times.show(comment.createTime()),
                shown.author().map(UserCard::nickName).orElse(null),
                shown.author().map(UserCard::icon).orElse(null));
    }
}
