package io.nightmarket.domain.note;

import io.nightmarket.domain.account.UserCard;
import io.nightmarket.domain.note.ReadLikes.Likes;
import java.util.Optional;

/**
 * A note as a viewer sees it.
 *
 * @param author empty when the user is gone
 */
public record ShownNote(Note note, Optional<UserCard> author, Likes likes) {}
