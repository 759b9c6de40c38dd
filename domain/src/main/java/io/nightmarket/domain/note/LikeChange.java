package io.nightmarket.domain.note;

import io.nightmarket.domain.account.UserId;
import java.time.Instant;

/**
 * A like that was committed, or its end.
 *
 * @param liked whether the user likes the note from here on
 * @param at when, in milliseconds
 * @param part the part of the note's likes that the user belongs to
 * @param version the version of that part, one more than before the change
 */
public record LikeChange(NoteId note, UserId user, boolean liked, Instant at, int part, long version) {}
