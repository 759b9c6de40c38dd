package io.nightmarket.domain.note;

import io.nightmarket.domain.account.FindUserCard;
import io.nightmarket.domain.account.UserCard;
import io.nightmarket.domain.base.Stages;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Comments, page by page, ten a page. Numbers below 1 count as 1, and beyond the end pages are empty. */
public final class ListComments {
    private static final int PAGE_SIZE = 10;

    private final CommentRepository comments;
    private final FindUserCard cards;

    public ListComments(CommentRepository comments, FindUserCard cards) {
        this.comments = comments;
        this.cards = cards;
    }

    /**
     * A comment with its author.
     *
     * @param author empty when the user is gone, or can't be read for now
     */
    public record Shown(Comment comment, Optional<UserCard> author) {}

    /** Comments of the first level, newest first. */
    public CompletionStage<List<Shown>> ofNote(NoteId note, int page) {
        return comments.ofNote(note, offset(page), PAGE_SIZE).thenCompose(this::show);
    }

    /** To a comment of the first level, oldest first. */
    public CompletionStage<List<Shown>> replies(CommentId parent, int page) {
        return comments.replies(parent, offset(page), PAGE_SIZE).thenCompose(this::show);
    }

    private static long offset(int page) {
        return (Math.max(page, 1) - 1L) * PAGE_SIZE;
    }

    private CompletionStage<List<Shown>> show(List<Comment> list) {
        return Stages.list(list.stream()
                .map(comment -> cards.findAuthor(comment.author()).thenApply(author -> new Shown(comment, author)))
                .toList());
    }
}
