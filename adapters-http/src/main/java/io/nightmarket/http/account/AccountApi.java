package io.nightmarket.http.account;

import io.nightmarket.domain.account.ChangePassword;
import io.nightmarket.domain.account.FindUserCard;
import io.nightmarket.domain.account.LogIn;
import io.nightmarket.domain.account.LogInByPassword;
import io.nightmarket.domain.account.ManageSessions;
import io.nightmarket.domain.account.RequestLoginCode;
import io.nightmarket.domain.account.UserRepository;
import io.nightmarket.http.HttpConfig;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.limit.RateLimiter;
import io.nightmarket.http.limit.TokenBuckets;
import io.nightmarket.http.route.Routes;
import java.util.List;

/** Accounts over HTTP: what the event loops of a node share, and the routes of each. */
public final class AccountApi {
    private final SharedHttpState share;
    private final LoginLimits limits;

    /**
     * How often one may log in or ask for a code.
     *
     * @param codes all of a node together, in one bucket
     */
    record LoginLimits(RateLimiter limiter, TokenBuckets codes) {}

    public AccountApi(SharedHttpState share) {
        HttpConfig.LoginRates rates = share.config().logins();
        this.share = share;
        this.limits = new LoginLimits(
                new RateLimiter(share.addresses(), share.buckets(rates.perAddress())), share.buckets(rates.codes()));
    }

    public List<Routes> routes(
            RequestLoginCode requestLoginCode,
            LogIn logIn,
            LogInByPassword logInByPassword,
            ChangePassword changePassword,
            UserRepository users,
            FindUserCard findUserCard,
            ManageSessions sessions) {
        PasswordRoutes passwords = new PasswordRoutes(share, limits, logInByPassword, changePassword);
        return List.of(
                new AccountRoutes(share, limits, requestLoginCode, logIn, passwords, users, findUserCard),
                passwords,
                new SessionRoutes(share, sessions));
    }
}
