package io.nightmarket.http.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.AuditEvent;
import io.nightmarket.domain.audit.AuditTrail;
import io.nightmarket.domain.audit.AuditTrail.Recorded;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.request.Query;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The audit trail, for administrators. */
public final class AuditRoutes implements Routes {
    private static final int USUAL_SIZE = 50;

    private final AuditTrail trail;
    private final LocalTimes times;

    public AuditRoutes(SharedHttpState share, AuditTrail trail) {
        this.trail = trail;
        this.times = share.times();
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("listAuditEvents", Options.AUDITORS, this::list);
    }

    private CompletionStage<Answer> list(Request request) {
        Long before = request.wholeInQuery("before");
        Long size = request.wholeInQuery("size");
        AuditTrail.Filter filter = new AuditTrail.Filter(
                Optional.ofNullable(request.wholeInQuery("actor")).map(UserId::new),
                Query.text(request.context(), "action"));
        return trail.list(filter, before == null ? Long.MAX_VALUE : before, size == null ? USUAL_SIZE : size.intValue())
                .thenApply(found -> Answer.of(found.stream()
                        .map(recorded -> AuditEventView.of(recorded, times))
                        .toList()));
    }

    /** An event as administrators see it. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record AuditEventView(
            Object id,
            String at,
            @Nullable Object actor,
            String address,
            String action,
            String subject,
            String outcome,
            @Nullable String reason,
            @Nullable String before,
            @Nullable String after) {
        static AuditEventView of(Recorded recorded, LocalTimes times) {
            AuditEvent event = recorded.event();
            return new AuditEventView(
                    Json.id(recorded.number()),
                    times.showWithOffset(event.at()),
                    event.actor().map(UserId::value).map(Json::id).orElse(null),
                    event.address(),
                    event.action(),
                    event.subject(),
                    event.outcome(),
                    event.change().map(AuditEvent.Change::reason).orElse(null),
                    event.change().map(AuditEvent.Change::before).orElse(null),
                    event.change().map(AuditEvent.Change::after).orElse(null));
        }
    }
}
