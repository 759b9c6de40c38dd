package io.nightmarket.http.note;

import io.nightmarket.domain.account.UserCard;
import io.nightmarket.domain.note.Note;
import io.nightmarket.domain.note.ReadLikes.Likes;
import io.nightmarket.domain.note.ShownNote;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.answer.RenderCache;
import io.nightmarket.http.request.LocalTimes;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Shows notes. What all see of one, and of its author, is written once; who likes it is written for each request. Shared by a node. */
public final class NoteViews {
    private final RenderCache<Note, String> notes;
    private final RenderCache<UserCard, String> authors =
            new RenderCache<>(card -> members(new AuthorMembers(card.nickName(), card.icon())));

    public NoteViews(LocalTimes times) {
        this.notes = new RenderCache<>(note -> members(new NoteMembers(
                Json.id(note.id().value()),
                Json.id(note.shop()),
                Json.idIfAny(note.author()),
                note.title(),
                SafeHtml.textOf(note.title()),
                note.images(),
                note.content(),
                SafeHtml.textOf(note.content()),
                note.comments(),
                times.show(note.createTime()),
                times.show(note.updateTime()))));
    }

    /** Title and content are HTML; where they are not the same as text, that stands beside them. */
    private record NoteMembers(
            Object id,
            Object shopId,
            @Nullable Object userId,
            String title,
            @Nullable String titleText,
            String images,
            String content,
            @Nullable String contentText,
            long comments,
            String createTime,
            String updateTime) {}

    private record AuthorMembers(String name, String icon) {}

    /** The members of a view, each with a comma behind. */
    private static String members(Object view) {
        String object = Json.write(view).toString(StandardCharsets.UTF_8);
        return object.substring(1, object.length() - 1) + ",";
    }

    public NoteView show(ShownNote shown) {
        Likes likes = shown.likes();
        return new NoteView("{" + notes.of(shown.note())
                + shown.author().map(authors::of).orElse("")
                + "\"liked\":" + likes.liked()
                + ",\"isLike\":" + likes.byViewer() + "}");
    }
}
