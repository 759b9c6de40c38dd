package io.nightmarket.http.note;

import io.nightmarket.domain.note.LikeNote;
import io.nightmarket.domain.note.ListLikers;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.http.Limits;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.account.UserCardView;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Staleness;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Liking notes, and who liked them first. */
public final class LikeRoutes implements Routes {
    private final LikeNote like;
    private final ListLikers likers;
    private final Limits limits;
    private final Staleness staleness;

    public LikeRoutes(SharedHttpState share, LikeNote like, ListLikers likers) {
        this.like = like;
        this.likers = likers;
        this.limits = share.limits();
        this.staleness = share.staleness();
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("likeNote", Options.USERS.limitedBy(limits.liking()), this::toggle);
        endpoints.bind(
                "listLikers",
                Options.PUBLIC.hot().limitedBy(limits.reads()),
                request -> first(new NoteId(request.id("id"))));
    }

    private CompletionStage<Answer> toggle(Request request) {
        return like.toggle(new NoteId(request.id("id")), request.session().user())
                .thenApply(done -> done ? Answer.DONE : Answer.refused(ErrorCode.NOTE_NOT_FOUND));
    }

    private CompletionStage<Answer> first(NoteId note) {
        return likers.first(note)
                .thenApply(found -> staleness.mark(
                        found,
                        Answer.of(found.value().orElse(List.of()).stream()
                                .map(UserCardView::of)
                                .toList())));
    }
}
