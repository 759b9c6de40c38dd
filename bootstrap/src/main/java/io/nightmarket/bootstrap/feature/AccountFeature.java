package io.nightmarket.bootstrap.feature;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.bus.EventBusSessionEvents;
import io.nightmarket.bootstrap.cache.KeyFormat;
import io.nightmarket.bootstrap.cache.NodeCache;
import io.nightmarket.bootstrap.cache.Source;
import io.nightmarket.bootstrap.password.WorkerHasher;
import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.domain.account.ChangePassword;
import io.nightmarket.domain.account.CheckSession;
import io.nightmarket.domain.account.CodeDigests;
import io.nightmarket.domain.account.FindUserCard;
import io.nightmarket.domain.account.LogIn;
import io.nightmarket.domain.account.LogInByPassword;
import io.nightmarket.domain.account.LogOut;
import io.nightmarket.domain.account.ManageSessions;
import io.nightmarket.domain.account.PasswordHasher;
import io.nightmarket.domain.account.Passwords;
import io.nightmarket.domain.account.RequestLoginCode;
import io.nightmarket.domain.account.SecondFactor;
import io.nightmarket.domain.account.SessionEvents;
import io.nightmarket.domain.account.SessionLedger;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.SmsSender;
import io.nightmarket.domain.account.UserCard;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.permission.AssignShops;
import io.nightmarket.domain.account.permission.ChangeRole;
import io.nightmarket.domain.account.profile.EditProfile;
import io.nightmarket.domain.account.profile.FindProfile;
import io.nightmarket.domain.account.profile.Profiles;
import io.nightmarket.domain.base.Prune;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.account.AccountRoutes;
import io.nightmarket.http.account.PasswordRoutes;
import io.nightmarket.http.account.SessionRoutes;
import io.nightmarket.http.account.permission.PermissionRoutes;
import io.nightmarket.http.account.profile.ProfileRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.Deployable;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.List;

/** Logins, sessions, users with their profiles, roles and shops. */
final class AccountFeature implements Feature {
    private static final Duration PRUNING_INTERVAL = Duration.ofHours(1);

    private final Wiring wiring;
    private final SmsSender sms;
    private final SessionPolicy policy;
    private final SessionLedger ledger;
    private final NodeCache<UserId, UserCard> cards;
    private final PasswordHasher hasher;
    private final SessionEvents events;

    AccountFeature(Wiring wiring, SmsSender sms) {
        this.wiring = wiring;
        this.sms = sms;
        this.cards = wiring.caches()
                .define(
                        CacheNames.USER_CARDS,
                        KeyFormat.ofNumbers(UserId::value, UserId::new),
                        new TypeReference<>() {},
                        Source.of(id -> FindUserCard.load(wiring.mysql().users(), id)));
        this.hasher = new WorkerHasher(wiring.vertx(), wiring.timers(), wiring.random());
        this.policy = wiring.config().sessions().policy();
        this.ledger =
                wiring.mysql().sessionLedger(policy, wiring.config().sessions().staffSecondFactor());
        this.events = new EventBusSessionEvents(wiring.vertx().eventBus());
    }

    @Override
    public void subscribe(EventBus bus) {
        EventBusSessionEvents.subscribe(bus, wiring.http().sessionEvents());
    }

    @Override
    public List<Deployable> verticles() {
        Prune pruning = new Prune(ledger::prune, SessionLedger.KEPT, wiring.clock());
        return List.of(new JobVerticle("session-pruning", pruning::iterate, wiring.lock(), PRUNING_INTERVAL));
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        SharedHttpState share = wiring.http().share();
        CodeDigests digests = new CodeDigests(wiring.keys().loginCodes());
        LogIn logIn = logIn(loop, digests);
        Passwords passwords = wiring.mysql().passwords();
        LogOut logOut = logOut(loop);
        ManageSessions sessions = sessions(loop);
        return List.of(
                new AccountRoutes(
                        share,
                        new RequestLoginCode(
                                loop.loginCodes(), digests, wiring.mysql().users()::isBanned, sms, wiring.random()),
                        logIn,
                        new LogInByPassword(
                                logIn, passwords, hasher, loop.passwordTries(), logOut, wiring.missedWrites()),
                        wiring.mysql().users(),
                        cards()),
                new PasswordRoutes(
                        share, new ChangePassword(passwords, hasher, loop.passwordTries(), sessions, wiring.clock())),
                new SessionRoutes(share, sessions),
                profiles(),
                permissions(loop));
    }

    private Routes profiles() {
        Profiles profiles = wiring.mysql().profiles();
        return new ProfileRoutes(
                wiring.http().share(),
                new FindProfile(profiles, wiring.mysql().follows()),
                new EditProfile(
                        profiles,
                        wiring.caches(),
                        wiring.clock(),
                        wiring.config().http().timeZone(),
                        wiring.random()));
    }

    private Routes permissions(RedisAdapters loop) {
        ChangeRole changeRole = new ChangeRole(
                wiring.mysql().permissions(),
                ledger,
                loop.sessionStore(policy),
                events,
                wiring.clock(),
                wiring.random());
        return new PermissionRoutes(
                changeRole,
                new AssignShops(wiring.mysql().permissions()),
                wiring.config().http().phones());
    }

    private LogIn logIn(RedisAdapters loop, CodeDigests digests) {
        return new LogIn(
                loop.loginCodes(),
                digests,
                wiring.mysql().users(),
                ledger,
                loop.sessionStore(policy),
                new SecondFactor(
                        wiring.config().sessions().staffSecondFactor(),
                        wiring.mysql().totpSecrets(),
                        wiring.clock()),
                policy,
                wiring.clock(),
                wiring.random());
    }

    /** For features that show users. */
    FindUserCard cards() {
        return new FindUserCard(cards.reader());
    }

    ManageSessions sessions(RedisAdapters loop) {
        return new ManageSessions(ledger, logOut(loop), wiring.clock());
    }

    CheckSession checkSession(RedisAdapters loop) {
        return new CheckSession(loop.sessionStore(policy), ledger, policy, wiring.clock(), wiring.missedWrites());
    }

    LogOut logOut(RedisAdapters loop) {
        return new LogOut(loop.sessionStore(policy), ledger, events, wiring.clock());
    }
}
