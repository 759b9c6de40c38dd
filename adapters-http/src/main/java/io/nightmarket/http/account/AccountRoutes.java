package io.nightmarket.http.account;

import io.nightmarket.domain.account.ChallengeId;
import io.nightmarket.domain.account.FindUserCard;
import io.nightmarket.domain.account.LogIn;
import io.nightmarket.domain.account.LogInByPassword;
import io.nightmarket.domain.account.PhoneFormat;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.RequestLoginCode;
import io.nightmarket.domain.account.Requester;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.UserRepository;
import io.nightmarket.domain.audit.AuditEvent;
import io.nightmarket.http.Limits;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.answer.Staleness;
import io.nightmarket.http.audit.AuditLog;
import io.nightmarket.http.request.ClientAddresses;
import io.nightmarket.http.request.Forms;
import io.nightmarket.http.request.JsonBody;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import io.nightmarket.http.session.Sessions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Login by a code sent to the phone or by a password, logout, and users. */
public final class AccountRoutes implements Routes {
    /** The reason in an audit event; the answer says no more than that the code was wrong. */
    private static final String SECOND_FACTOR_WRONG = "SECOND_FACTOR_WRONG";

    private static final Pattern CODE = Pattern.compile("[0-9]{6}");

    private final RequestLoginCode requestLoginCode;
    private final LogIn logIn;
    private final LogInByPassword logInByPassword;
    private final UserRepository users;
    private final FindUserCard findUserCard;
    private final PhoneFormat phones;
    private final ClientAddresses addresses;
    private final Limits limits;
    private final AuditLog audit;
    private final Staleness staleness;

    public AccountRoutes(
            SharedHttpState share,
            RequestLoginCode requestLoginCode,
            LogIn logIn,
            LogInByPassword logInByPassword,
            UserRepository users,
            FindUserCard findUserCard) {
        this.requestLoginCode = requestLoginCode;
        this.logIn = logIn;
        this.logInByPassword = logInByPassword;
        this.users = users;
        this.findUserCard = findUserCard;
        this.phones = share.config().phones();
        this.addresses = share.addresses();
        this.limits = share.limits();
        this.audit = share.audit();
        this.staleness = share.staleness();
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("requestLoginCode", Options.PUBLIC.unchecked(), this::requestCode);
        endpoints.bind(
                "logIn",
                Options.PUBLIC.limitedBy(limits.logins()),
                request -> logIn(request.context(), request.body(), endpoints.sessions()));
        endpoints.bind("logOut", Options.USERS, request -> logOut(endpoints.sessions(), request.session()));
        endpoints.bind("whoAmI", Options.USERS, request -> whoAmI(request.session()));
        endpoints.bind("findUser", Options.USERS.limitedBy(limits.people()), this::find);
    }

    /** Limited here: what asks for no code of a phone uses up none of the codes of all. */
    private CompletionStage<Answer> requestCode(Request asked) {
        HttpServerRequest request = asked.context().request();
        // Any page can have its visitors' browsers send forms.
        String from = request.getHeader("sec-fetch-site");
        if (from != null && !from.equals("same-origin") && !from.equals("none")) {
            return CompletableFuture.failedStage(Refusal.of(ErrorCode.FORBIDDEN));
        }
        PhoneNumber phone = phone(Forms.text(asked.context(), "phone"));
        Answer refusal = limits.codes().refusal(asked);
        return refusal == null
                ? requestLoginCode
                        .request(new Requester(phone, addresses.networkOf(request)))
                        .thenApply(outcome -> switch (outcome) {
                            case RequestLoginCode.Outcome.Sent(ChallengeId challenge) ->
                                Answer.of(new ChallengeView(challenge.value()));
                            case RequestLoginCode.Outcome.TooSoon(var retryAfter) ->
                                notSent(Answer.refusedFor(ErrorCode.CODE_TOO_SOON, retryAfter));
                            case RequestLoginCode.Outcome.Banned _ -> notSent(Answer.refused(ErrorCode.USER_BANNED));
                        })
                : CompletableFuture.completedStage(refusal);
    }

    /** Refusals of one phone must not use up the codes of all, and are known only now. */
    private Answer notSent(Answer refusal) {
        limits.sentCodes().release(0);
        return refusal;
    }

    private PhoneNumber phone(@Nullable String text) {
        return phones.parse(text).orElseThrow(() -> Refusal.of(ErrorCode.PHONE_INVALID));
    }

    private CompletionStage<Answer> logIn(RoutingContext ctx, JsonBody body, Sessions sessions) {
        HttpServerRequest request = ctx.request();
        Requester requester = new Requester(phone(body.text("phone")), addresses.networkOf(request));
        String code = body.text("code");
        if (code != null && !code.isEmpty()) {
            return byCode(requester, code, body)
                    .thenApply(outcome -> answer(request, requester, outcome, ErrorCode.CODE_WRONG, sessions));
        }
        return body.text("password") == null
                ? CompletableFuture.completedStage(Answer.refused(ErrorCode.CODE_REQUIRED))
                : logInByPassword
                        .logIn(requester, body.requiredText("password"), Optional.ofNullable(body.text("otp")))
                        .thenApply(outcome -> answer(request, requester, outcome, ErrorCode.PASSWORD_WRONG, sessions));
    }

    private CompletionStage<LogIn.Outcome> byCode(Requester requester, String code, JsonBody body) {
        String challenge = body.text("challenge");
        Optional<ChallengeId> named = ChallengeId.parse(challenge);
        return CODE.matcher(code).matches() && named.isPresent() == (challenge != null)
                ? logIn.logIn(requester, new LogIn.Credentials(named, code, Optional.ofNullable(body.text("otp"))))
                : CompletableFuture.completedStage(new LogIn.Outcome.Wrong());
    }

    private Answer answer(
            HttpServerRequest request, Requester requester, LogIn.Outcome outcome, ErrorCode wrong, Sessions sessions) {
        return switch (outcome) {
            case LogIn.Outcome.LoggedIn(Session session) -> {
                note(request, AuditLog.Actor.of(session), requester, AuditEvent.OK);
                yield Answer.of(sessions.issueToken(session));
            }
            case LogIn.Outcome.Wrong _ -> {
                note(request, AuditLog.Actor.STRANGER, requester, wrong.name());
                yield Answer.refused(wrong);
            }
            case LogIn.Outcome.WrongSecondFactor(UserId user) -> {
                note(request, new AuditLog.Actor(Optional.of(user), true), requester, SECOND_FACTOR_WRONG);
                yield Answer.refused(wrong);
            }
            case LogIn.Outcome.Banned(UserId user) -> {
                note(request, new AuditLog.Actor(Optional.of(user), false), requester, ErrorCode.USER_BANNED.name());
                yield Answer.refused(ErrorCode.USER_BANNED);
            }
            case LogIn.Outcome.TooSoon(var wait) -> Answer.refusedFor(ErrorCode.PASSWORD_TOO_SOON, wait);
        };
    }

    private void note(HttpServerRequest request, AuditLog.Actor actor, Requester requester, String outcome) {
        audit.record(request, actor, "logIn", requester.phone().toString(), outcome);
    }

    private CompletionStage<Answer> logOut(Sessions sessions, Session session) {
        return sessions.end(session).<Answer>map(Answer.DONE).toCompletionStage();
    }

    /** The role is the session's: it decides what the user may do. A user who is gone is logged in no more. */
    private CompletionStage<Answer> whoAmI(Session session) {
        return users.find(session.user())
                .thenApply(found -> found.map(user -> Answer.of(UserView.of(user, session.role())))
                        .orElseThrow(() -> Refusal.of(ErrorCode.LOGIN_REQUIRED)));
    }

    /** Nothing for an unknown user, as the front end expects. */
    private CompletionStage<Answer> find(Request request) {
        return findUserCard
                .find(new UserId(request.id("id")))
                .thenApply(found -> staleness.mark(
                        found,
                        found.value()
                                .map(card -> Answer.of(UserCardView.of(card)))
                                .orElse(Answer.DONE)));
    }

    /** @param challenge to be sent back at the login */
    record ChallengeView(String challenge) {}
}
