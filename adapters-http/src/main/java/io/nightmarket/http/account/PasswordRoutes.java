package io.nightmarket.http.account;

import io.nightmarket.domain.account.ChangePassword;
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
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Users set and change their password. */
public final class PasswordRoutes implements Routes {
    private final ChangePassword changePassword;
    private final ClientAddresses addresses;
    private final Limit limit;
    private final AuditLog audit;

    public PasswordRoutes(SharedHttpState share, ChangePassword changePassword) {
        this.changePassword = changePassword;
        this.addresses = share.addresses();
        this.limit = share.limits().logins();
        this.audit = share.audit();
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("changePassword", Options.USERS.limitedBy(limit), this::change);
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
