package io.nightmarket.domain.note;

import io.nightmarket.domain.account.UserId;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A note as stored; adopted data may be odd, so nothing is checked here. How many like it is no part of it.
 *
 * @param shop its number, 0 for none
 * @param author null when the row names none
 * @param images addresses of pictures, separated by commas
 * @param comments how many there are
 */
public record Note(
        NoteId id,
        long shop,
        @Nullable UserId author,
        String title,
        String images,
        String content,
        long comments,
        Instant createTime,
        Instant updateTime) {
    /** The note with title and content as this makes them. */
    public Note withTexts(UnaryOperator<String> change) {
        return new Note(
                id, shop, author, change.apply(title), images, change.apply(content), comments, createTime, updateTime);
    }
}
