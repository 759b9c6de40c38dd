package io.nightmarket.http.account;

import io.nightmarket.domain.account.ManageSessions;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionLedger.OpenSession;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.http.Priority;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/** Users see and end their sessions; administrators end all of a user. */
public final class SessionRoutes implements Routes {
    private final ManageSessions sessions;
    private final LocalTimes times;

    public SessionRoutes(SharedHttpState share, ManageSessions sessions) {
        this.sessions = sessions;
        this.times = share.times();
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("listSessions", Options.USERS, request -> list(request.session()));
        endpoints.bind("endSession", Options.USERS, this::end);
        endpoints.bind(
                "endSessionsOfUser",
                Options.ADMINS.withPriority(Priority.FIRST),
                request -> sessions.endAll(new UserId(request.id("id"))).thenApply(_ -> Answer.DONE));
    }

    /** A session as its user sees it. */
    record SessionView(String id, String openedAt, String lastSeen, String address, boolean current) {}

    private CompletionStage<Answer> list(Session current) {
        return sessions.list(current.user())
                .thenApply(open ->
                        Answer.of(open.stream().map(each -> view(each, current)).toList()));
    }

    private SessionView view(OpenSession open, Session current) {
        return new SessionView(
                open.id().handle(),
                times.show(open.openedAt()),
                times.show(open.lastSeen()),
                open.address(),
                open.id().equals(current.id()));
    }

    private CompletionStage<Answer> end(Request request) {
        String handle = Objects.requireNonNull(request.context().pathParam("id"), "id");
        return sessions.end(request.session().user(), handle)
                .thenApply(ended -> ended ? Answer.DONE : Answer.refused(ErrorCode.SESSION_NOT_FOUND));
    }
}
