package io.nightmarket.http.note;

import io.nightmarket.domain.account.UserCard;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.note.Comment;
import io.nightmarket.domain.note.CommentId;
import io.nightmarket.domain.note.CommentRepository.Addition;
import io.nightmarket.domain.note.ListComments;
import io.nightmarket.domain.note.ListComments.Shown;
import io.nightmarket.domain.note.NewComment;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.note.WriteComment;
import io.nightmarket.http.Limits;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.request.JsonBody;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.request.Query;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Writing, reading and deleting comments. */
public final class CommentRoutes implements Routes {
    private final WriteComment write;
    private final ListComments list;
    private final Limits limits;
    private final LocalTimes times;

    public CommentRoutes(SharedHttpState share, WriteComment write, ListComments list) {
        this.write = write;
        this.list = list;
        this.limits = share.limits();
        this.times = share.times();
    }

    @Override
    public void bind(Endpoints endpoints) {
        Options writers = Options.USERS.limitedBy(limits.commenting());
        Options readers = Options.PUBLIC.limitedBy(limits.reads());
        endpoints.bind(
                "writeComment", writers, request -> write(request.session().user(), request.body()));
        endpoints.bind("deleteComment", writers.withModeration(), this::delete);
        endpoints.bind("listComments", readers.hot(), request -> ofNote(request.context()));
        endpoints.bind("listReplies", readers.unchecked(), this::replies);
    }

    private CompletionStage<Answer> write(UserId author, JsonBody body) {
        Optional<CommentId> parent = comment(body, "parentId");
        Optional<CommentId> answer = comment(body, "answerId");
        if (parent.isEmpty() && answer.isPresent()) {
            throw Refusal.malformed("parentId");
        }
        NoteId note = new NoteId(body.requiredId("blogId"));
        return write.add(new NewComment(note, author, parent, answer, body.requiredText("content")))
                .thenApply(done -> switch (done) {
                    case Addition.Added(CommentId id, var _) -> Answer.of(Json.id(id.value()));
                    case Addition.NoSuchNote _ -> Answer.refused(ErrorCode.NOTE_NOT_FOUND);
                    case Addition.NoSuchComment _ -> Answer.refused(ErrorCode.COMMENT_NOT_FOUND);
                    case Addition.OfAnother _ -> Answer.refused(ErrorCode.COMMENT_OF_ANOTHER_NOTE);
                });
    }

    /** The table's 0 stands for none. */
    private static Optional<CommentId> comment(JsonBody body, String member) {
        Long id = body.id(member);
        return id == null || id == 0 ? Optional.empty() : Optional.of(new CommentId(id));
    }

    private CompletionStage<Answer> delete(Request request) {
        CommentId comment = new CommentId(request.id("id"));
        return write.delete(comment, request.owner())
                .thenApply(deleted -> deleted ? Answer.DONE : Answer.refused(ErrorCode.COMMENT_NOT_FOUND));
    }

    private CompletionStage<Answer> ofNote(RoutingContext ctx) {
        NoteId note = new NoteId(Query.requiredId(ctx, "blogId"));
        return list.ofNote(note, Query.page(ctx)).thenApply(this::show);
    }

    private CompletionStage<Answer> replies(Request request) {
        CommentId parent = new CommentId(request.id("id"));
        return list.replies(parent, Query.page(request.context())).thenApply(this::show);
    }

    private Answer show(List<Shown> comments) {
        return Answer.of(
                comments.stream().map(comment -> CommentView.of(comment, times)).toList());
    }

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
                    Json.idIfAny(comment.author()),
                    Json.id(comment.parent()),
                    Json.id(comment.answer()),
                    comment.content(),
                    comment.replies(),
                    times.show(comment.createTime()),
                    shown.author().map(UserCard::nickName).orElse(null),
                    shown.author().map(UserCard::icon).orElse(null));
        }
    }
}
