package io.nightmarket.http.moderation;

import io.nightmarket.domain.moderation.Content;
import io.nightmarket.domain.moderation.Content.Kind;
import io.nightmarket.domain.moderation.ContentState;
import io.nightmarket.domain.moderation.ContentTransition;
import io.nightmarket.domain.moderation.ModerateContent;
import io.nightmarket.domain.moderation.Moderation.Place;
import io.nightmarket.domain.moderation.Moderation.Report;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.audit.AuditLog;
import io.nightmarket.http.request.Cursor;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Users report notes and comments; staff hide and restore them. */
public final class ModerationRoutes implements Routes {
    private static final long USUAL_SIZE = 20;

    private final ModerateContent moderate;
    private final AuditLog audit;
    private final LocalTimes times;
    private final Options reporters;

    public ModerationRoutes(SharedHttpState share, ModerateContent moderate) {
        this.moderate = moderate;
        this.audit = share.audit();
        this.times = share.times();
        this.reporters = Options.USERS.limitedBy(share.limits().commenting());
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("reportNote", reporters, request -> report(request, Kind.NOTE));
        endpoints.bind("reportComment", reporters, request -> report(request, Kind.COMMENT));
        endpoints.bind("listReports", Options.AUDITORS, this::list);
        decisions(endpoints, "hideNote", Kind.NOTE, ContentTransition.HIDE);
        decisions(endpoints, "restoreNote", Kind.NOTE, ContentTransition.RESTORE);
        decisions(endpoints, "hideComment", Kind.COMMENT, ContentTransition.HIDE);
        decisions(endpoints, "restoreComment", Kind.COMMENT, ContentTransition.RESTORE);
    }

    private void decisions(Endpoints endpoints, String operation, Kind kind, ContentTransition transition) {
        endpoints.bind(
                operation,
                Options.OPERATORS.recorded(),
                request -> moderate.decide(
                                content(request, kind),
                                transition,
                                audit.action(request, request.body().requiredText("reason")))
                        .thenApply(found -> answer(found, kind)));
    }

    private static Content content(Request request, Kind kind) {
        return new Content(kind, request.id("id"));
    }

    private static Answer answer(boolean found, Kind kind) {
        return found
                ? Answer.DONE
                : Answer.refused(kind == Kind.NOTE ? ErrorCode.NOTE_NOT_FOUND : ErrorCode.COMMENT_NOT_FOUND);
    }

    private CompletionStage<Answer> report(Request request, Kind kind) {
        return moderate.report(
                        content(request, kind),
                        request.session().user(),
                        request.body().requiredText("reason"))
                .thenApply(found -> answer(found, kind));
    }

    private CompletionStage<Answer> list(Request request) {
        int size = (int) (long) Objects.requireNonNullElse(request.wholeInQuery("size"), USUAL_SIZE);
        Place after = Cursor.read(request.context(), (closed, number) -> new Place(closed == 1, number))
                .orElse(Place.BEGIN);
        return moderate.reports(after, size).thenApply(reports -> page(reports, size));
    }

    private Answer page(List<Report> reports, int size) {
        String cursor = reports.size() < size ? null : write(reports.getLast().place());
        return Answer.of(new PageView(reports.stream().map(this::view).toList(), cursor));
    }

    private static String write(Place place) {
        return Cursor.write(place.closed() ? 1 : 0, place.number());
    }

    private ReportView view(Report report) {
        return new ReportView(
                Json.id(report.place().number()),
                report.content().kind(),
                Json.id(report.content().id()),
                Json.id(report.note()),
                Json.idIfAny(report.author()),
                report.text(),
                report.state().orElse(null),
                Json.id(report.reporter().value()),
                report.reason(),
                times.showWithOffset(report.at()),
                !report.place().closed());
    }

    /** A report as staff see it; the text is as it was written, and must be shown as plain text. */
    record ReportView(
            Object id,
            Kind kind,
            Object contentId,
            Object blogId,
            @Nullable Object author,
            String text,
            @Nullable ContentState state,
            Object reporter,
            String reason,
            String at,
            boolean open) {}

    /** A page, with the cursor of the next one; null on the last. */
    record PageView(List<ReportView> list, @Nullable String cursor) {}
}
