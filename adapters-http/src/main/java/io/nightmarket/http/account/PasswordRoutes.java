package io.nightmarket.http.account;

import io.nightmarket.domain.account.ChangePassword;
import io.nightmarket.domain.account.LogInByPassword;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Requester;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.AuditEvent;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.audit.AuditLog;
import io.nightmarket.http.request.ClientAddresses;
import io.nightmarket.http.request.JsonBody;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Limit;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import io.nightmarket.http.session.Sessions;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Login by a password, which users set and change. */
public final class PasswordRoutes implements Routes {
    private final LogInByPassword logIn;
    private final ChangePassword changePassword;
    private final ClientAddresses addresses;
    private final Limit limit;
    private final AuditLog audit;

    public PasswordRoutes(SharedHttpState share, LogInByPassword logIn, ChangePassword changePassword) {
        this.logIn = logIn;
        this.changePassword = changePassword;
        this.addresses = share.addresses();
        this.limit = share.limits().logins();
        this.audit = share.audit();
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("changePassword", Options.USERS.limitedBy(limit), this::change);
    }

    /** The login of a request that passed the limits. */
    CompletionStage<Answer> logIn(HttpServerRequest request, PhoneNumber phone, JsonBody body, Sessions sessions) {
        Requester requester = new Requester(phone, addresses.networkOf(request));
        return logIn.logIn(requester, body.requiredText("password"), Optional.ofNullable(body.text("otp")))
                .thenApply(outcome -> switch (outcome) {
                    case LogInByPassword.Outcome.LoggedIn(Session session) -> {
                        note(request, AuditLog.Actor.of(session), phone, AuditEvent.OK);
                        yield Answer.of(sessions.issueToken(session));
                    }
                    case LogInByPassword.Outcome.WrongPassword _ -> {
                        note(request, AuditLog.Actor.STRANGER, phone, ErrorCode.PASSWORD_WRONG.name());
                        yield Answer.refused(ErrorCode.PASSWORD_WRONG);
                    }
                    case LogInByPassword.Outcome.WrongSecondFactor(UserId user) -> {
                        note(
                                request,
                                new AuditLog.Actor(Optional.of(user), true),
                                phone,
                                AccountRoutes.SECOND_FACTOR_WRONG);
                        yield Answer.refused(ErrorCode.PASSWORD_WRONG);
                    }
                    case LogInByPassword.Outcome.TooSoon(var wait) ->
                        Answer.refusedFor(ErrorCode.PASSWORD_TOO_SOON, wait);
                });
    }

    private void note(HttpServerRequest request, AuditLog.Actor actor, PhoneNumber phone, String outcome) {
        audit.record(request, actor, "logIn", phone.toString(), outcome);
    }

    private CompletionStage<Answer> change(Request request) {
        JsonBody body = request.body();
        return changePassword
                .change(
                        request.session(),
                        addresses.networkOf(request.context().request()),
                        Optional.ofNullable(body.text("oldPassword")),
                        body.requiredText("password"))
                .thenApply(outcome -> switch (outcome) {
                    case ChangePassword.Outcome.Changed _ -> {
                        noteChange(request, AuditEvent.OK);
                        yield Answer.DONE;
                    }
                    case ChangePassword.Outcome.LogInAgain _ -> refuse(request, ErrorCode.PASSWORD_NEEDS_LOGIN);
                    case ChangePassword.Outcome.WrongPassword _ -> refuse(request, ErrorCode.PASSWORD_WRONG);
                    case ChangePassword.Outcome.TooSoon(var wait) ->
                        Answer.refusedFor(ErrorCode.PASSWORD_TOO_SOON, wait);
                    case ChangePassword.Outcome.ChangedMeanwhile _ -> refuse(request, ErrorCode.PASSWORD_CHANGED);
                    case ChangePassword.Outcome.UnknownUser _ -> throw Refusal.of(ErrorCode.LOGIN_REQUIRED);
                });
    }

    private Answer refuse(Request request, ErrorCode code) {
        noteChange(request, code.name());
        return Answer.refused(code);
    }

    /** Without the body, which has passwords. */
    private void noteChange(Request request, String outcome) {
        HttpServerRequest http = request.context().request();
        audit.record(http, AuditLog.Actor.of(request.session()), "changePassword", http.uri(), outcome);
    }
}
