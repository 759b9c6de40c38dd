package io.nightmarket.http.note;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.nightmarket.domain.account.UserCard;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.note.Note;
import io.nightmarket.domain.note.ShownNote;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.request.LocalTimes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A note as its page and lists show it; title and content are HTML. */
public record NoteView(
        Object id,
        Object shopId,
        @Nullable Object userId,
        String title,
        String images,
        String content,
        long liked,
        long comments,
        String createTime,
        String updateTime,
        @Nullable String name,
        @Nullable String icon,
        @JsonProperty("isLike") boolean isLike) {
    public static NoteView of(ShownNote shown, LocalTimes times) {
        Note note = shown.note();
        Optional<UserCard> author = shown.author();
        return new NoteView(
                Json.id(note.id().value()),
                Json.id(note.shop()),
                Optional.ofNullable(note.author())
                        .map(UserId::value)
                        .map(Json::id)
                        .orElse(null),
                note.title(),
                note.images(),
                note.content(),
                shown.standing().liked(),
                note.comments(),
                times.show(note.createTime()),
                times.show(note.updateTime()),
                author.map(UserCard::nickName).orElse(null),
                author.map(UserCard::icon).orElse(null),
                shown.standing().byViewer());
    }
}
