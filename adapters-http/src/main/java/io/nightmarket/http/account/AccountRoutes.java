package io.nightmarket.http.account;

import io.nightmarket.domain.account.FindUserCard;
import io.nightmarket.domain.account.LogIn;
import io.nightmarket.domain.account.LoginCodes;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.RequestLoginCode;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.UserRepository;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.answer.Staleness;
import io.nightmarket.http.request.ClientAddresses;
import io.nightmarket.http.request.Ids;
import io.nightmarket.http.request.JsonBody;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Routes;
import io.nightmarket.http.session.Sessions;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;

/** Login by a code sent to the phone, logout, and users. */
public final class AccountRoutes implements Routes {
    private static final Pattern CODE = Pattern.compile("[0-9]{6}");

    private final RequestLoginCode requestLoginCode;
    private final LogIn logIn;
    private final UserRepository users;
    private final FindUserCard findUserCard;
    private final ClientAddresses addresses;
    private final Staleness staleness;

    public AccountRoutes(
            SharedHttpState share,
            RequestLoginCode requestLoginCode,
            LogIn logIn,
            UserRepository users,
            FindUserCard findUserCard) {
        this.requestLoginCode = requestLoginCode;
        this.logIn = logIn;
        this.users = users;
        this.findUserCard = findUserCard;
        this.addresses = share.addresses();
        this.staleness = share.staleness();
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("requestLoginCode", Options.PUBLIC.unchecked(), request -> requestCode(request.context()));
        endpoints.bind("logIn", Options.PUBLIC, request -> logIn(request.body(), endpoints.sessions()));
        endpoints.bind("logOut", Options.USERS, request -> logOut(endpoints.sessions(), request.session()));
        endpoints.bind("whoAmI", Options.USERS, request -> whoAmI(request.session()));
        endpoints.bind("findUser", Options.USERS, request -> find(request.context()));
    }

    private CompletionStage<Answer> requestCode(RoutingContext ctx) {
        Optional<PhoneNumber> phone = PhoneNumber.parse(ctx.request().getParam("phone"));
        if (phone.isEmpty()) {
            return CompletableFuture.completedStage(Answer.refused(ErrorCode.PHONE_INVALID));
        }
        return requestLoginCode
                .request(phone.get(), addresses.of(ctx.request()))
                .thenApply(issue -> switch (issue) {
                    case LoginCodes.Issue.Issued _ -> Answer.DONE;
                    case LoginCodes.Issue.TooSoon(var retryAfter) ->
                        Answer.refusedFor(ErrorCode.CODE_TOO_SOON, retryAfter);
                });
    }

    private CompletionStage<Answer> logIn(JsonBody body, Sessions sessions) {
        Optional<PhoneNumber> phone = PhoneNumber.parse(body.text("phone"));
        if (phone.isEmpty()) {
            return CompletableFuture.completedStage(Answer.refused(ErrorCode.PHONE_INVALID));
        }
        String code = body.text("code");
        if (code == null || code.isEmpty()) {
            return CompletableFuture.completedStage(Answer.refused(ErrorCode.CODE_REQUIRED));
        }
        if (!CODE.matcher(code).matches()) {
            return CompletableFuture.completedStage(Answer.refused(ErrorCode.CODE_WRONG));
        }
        return logIn.logIn(phone.get(), code).thenApply(outcome -> switch (outcome) {
            case LogIn.Outcome.LoggedIn(Session session) -> Answer.of(sessions.issueToken(session));
            case LogIn.Outcome.WrongCode _ -> Answer.refused(ErrorCode.CODE_WRONG);
        });
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

    /** Nothing for a user there is not, as the front end expects. */
    private CompletionStage<Answer> find(RoutingContext ctx) {
        return findUserCard
                .find(new UserId(Ids.inPath(ctx, "id")))
                .thenApply(found -> staleness.mark(
                        found,
                        found.value()
                                .map(card -> Answer.of(UserCardView.of(card)))
                                .orElse(Answer.DONE)));
    }
}
