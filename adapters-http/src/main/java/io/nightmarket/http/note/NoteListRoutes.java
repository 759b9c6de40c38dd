package io.nightmarket.http.note;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.note.RankPeriod;
import io.nightmarket.domain.note.ShowNotes;
import io.nightmarket.domain.note.ShownNote;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.answer.Staleness;
import io.nightmarket.http.request.Query;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Limit;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import io.nightmarket.http.session.Sessions;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Lists of notes. Visitors without login read them, too; of users they say what they like. */
public final class NoteListRoutes implements Routes {
    private final ShowNotes show;
    private final Limit limit;
    private final NoteViews views;
    private final Staleness staleness;

    public NoteListRoutes(SharedHttpState share, ShowNotes show) {
        this.show = show;
        this.limit = share.limits().reads();
        this.views = share.noteViews();
        this.staleness = share.staleness();
    }

    @Override
    public void bind(Endpoints endpoints) {
        Sessions sessions = endpoints.sessions();
        Options all = Options.PUBLIC.hot().limitedBy(limit);
        endpoints.bind("listHotNotes", all, request -> hot(sessions, request.context()));
        endpoints.bind("rankNotes", all, request -> ranked(sessions, request.context()));
        endpoints.bind("listNotesOfUser", all, request -> ofUser(sessions, request.context()));
        endpoints.bind("listOwnNotes", Options.USERS.hot().limitedBy(limit), this::own);
    }

    private CompletionStage<Answer> hot(Sessions sessions, RoutingContext ctx) {
        int page = Query.page(ctx);
        return answer(sessions, ctx, viewer -> show.hot(page, viewer));
    }

    private CompletionStage<Answer> ranked(Sessions sessions, RoutingContext ctx) {
        RankPeriod period = switch (Query.text(ctx, "period").orElse("day")) {
            case "day" -> RankPeriod.DAY;
            case "week" -> RankPeriod.WEEK;
            default -> throw Refusal.malformed("period");
        };
        return answer(sessions, ctx, viewer -> show.ranked(period, viewer));
    }

    private CompletionStage<Answer> ofUser(Sessions sessions, RoutingContext ctx) {
        UserId author = new UserId(Query.requiredId(ctx, "id"));
        int page = Query.page(ctx);
        return answer(sessions, ctx, viewer -> show.ofAuthor(author, page, viewer));
    }

    private CompletionStage<Answer> own(Request request) {
        UserId user = request.session().user();
        return show.ofAuthor(user, Query.page(request.context()), Optional.of(user))
                .thenApply(this::list);
    }

    private CompletionStage<Answer> answer(
            Sessions sessions,
            RoutingContext ctx,
            Function<Optional<UserId>, CompletionStage<ReadResult<List<ShownNote>>>> read) {
        return sessions.viewer(ctx.request()).thenCompose(read).thenApply(this::list);
    }

    private Answer list(ReadResult<List<ShownNote>> found) {
        return staleness.mark(
                found,
                Answer.of(found.value().orElse(List.of()).stream()
                        .map(views::show)
                        .toList()));
    }
}
