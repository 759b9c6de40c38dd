package io.nightmarket.http.note;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.note.NewNote;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.note.PublishNote;
import io.nightmarket.domain.note.ShowNotes;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.http.Limits;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.answer.Staleness;
import io.nightmarket.http.request.JsonBody;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/** One note: its page, publishing and deleting it. */
public final class NoteRoutes implements Routes {
    /** Title, content and images as long as the columns allow. */
    private static final int MAX_BODY_BYTES = Options.bodyOf(255 + 2_048 + 2_048);

    private final ShowNotes show;
    private final PublishNote publish;
    private final Limits limits;
    private final NoteViews views;
    private final Staleness staleness;

    public NoteRoutes(SharedHttpState share, ShowNotes show, PublishNote publish) {
        this.show = show;
        this.publish = publish;
        this.limits = share.limits();
        this.views = share.noteViews();
        this.staleness = share.staleness();
    }

    /** HTML that browsers may show of what a user wrote. Costs a parse: for the load of a cache, not for each request. */
    public static String safeHtml(String written) {
        return SafeHtml.of(written);
    }

    @Override
    public void bind(Endpoints endpoints) {
        Options writers = Options.USERS.limitedBy(limits.publishing());
        endpoints.bind("findNote", Options.PUBLIC.hot().limitedBy(limits.reads()), request -> find(endpoints, request));
        endpoints.bind(
                "publishNote",
                writers.withBody(MAX_BODY_BYTES),
                request -> publish(request.session().user(), request.body()));
        endpoints.bind("deleteNote", writers.withModeration(), this::delete);
    }

    private CompletionStage<Answer> find(Endpoints endpoints, Request request) {
        NoteId id = new NoteId(request.id("id"));
        return endpoints
                .sessions()
                .viewer(request.context().request())
                .thenCompose(viewer -> show.find(id, viewer))
                .thenApply(found -> found.value()
                        .map(note -> staleness.mark(found, Answer.of(views.show(note))))
                        .orElseGet(() -> Answer.refused(ErrorCode.NOTE_NOT_FOUND)));
    }

    private CompletionStage<Answer> publish(UserId author, JsonBody body) {
        NewNote note = new NewNote(
                new ShopId(body.requiredId("shopId")),
                author,
                body.requiredText("title"),
                Objects.requireNonNullElse(body.text("images"), ""),
                body.requiredText("content"));
        return publish.publish(note)
                .thenApply(published -> published
                        .map(id -> Answer.of(Json.id(id.value())))
                        .orElseGet(() -> Answer.refused(ErrorCode.SHOP_NOT_FOUND)));
    }

    private CompletionStage<Answer> delete(Request request) {
        NoteId note = new NoteId(request.id("id"));
        return publish.delete(note, request.owner())
                .thenApply(deleted -> deleted ? Answer.DONE : Answer.refused(ErrorCode.NOTE_NOT_FOUND));
    }
}
