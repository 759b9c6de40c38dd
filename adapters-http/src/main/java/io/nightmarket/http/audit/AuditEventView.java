package io.nightmarket.http.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.AuditEvent;
import io.nightmarket.domain.audit.AuditTrail.Recorded;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.request.LocalTimes;
import org.jspecify.annotations.Nullable;

/** An event as administrators see it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record AuditEventView(
        Object id, String at, @Nullable Object actor, String address, String action, String subject, String outcome) {
    static AuditEventView of(Recorded recorded, LocalTimes times) {
        AuditEvent event = recorded.event();
        return new AuditEventView(
                Json.id(recorded.number()),
                times.showWithOffset(event.at()),
                event.actor().map(UserId::value).map(Json::id).orElse(null),
                event.address(),
                event.action(),
                event.subject(),
                event.outcome());
    }
}
