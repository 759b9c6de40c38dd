package io.nightmarket.bootstrap.program;

import io.nightmarket.bootstrap.DerivedKeys;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.http.session.JwtTokens;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/** Users of every kind with sessions, made past the login, which limits how often a phone logs in. */
final class Callers {
    static final String NO_LOGIN = "no login";
    static final String SHOPPER = "shopper";
    static final String OTHER_SHOPPER = "other shopper";
    static final String MERCHANT = "merchant";
    static final String OTHER_MERCHANT = "other merchant";
    static final String ADMIN = "admin";
    static final String ENDED = "ended session";
    static final String OPERATOR = "operator";
    static final String AUDITOR = "auditor";
    static final String MANAGER = "manager";
    static final String CASHIER = "cashier";

    private static final String SECRET = "0123456789abcdef0123456789abcdef-callers";

    /** The settings of a node at which they are logged in. */
    static final Map<String, String> SETTINGS =
            Map.of("NIGHTMARKET_TOKEN_SECRET", SECRET, "NIGHTMARKET_LIMITS_ORDERS_PER_USER", "0");

    static final List<String> WITH_SESSION = List.of(
            SHOPPER, OTHER_SHOPPER, MERCHANT, OTHER_MERCHANT, ADMIN, ENDED, OPERATOR, AUDITOR, MANAGER, CASHIER);

    private static final long FIRST_USER = 9001;

    private final SecureRandom random = new SecureRandom();
    private final JwtTokens tokens;
    private final MySqlPeek mysql;

    /** Makes the users; the merchant owns shop 1, in which manager and cashier work, and the other one shop 2. */
    Callers(Vertx vertx, MySqlPeek mysql) {
        this.tokens = new JwtTokens(
                vertx, new DerivedKeys(SECRET.getBytes(StandardCharsets.UTF_8)).tokens(), Clock.systemUTC());
        this.mysql = mysql;
        WITH_SESSION.forEach(caller -> mysql.write(
                "INSERT INTO tb_user (id, phone, nick_name) VALUES (?, ?, 'caller')",
                user(caller),
                phoneOf(user(caller))));
        mysql.write("DELETE FROM merchant_shop WHERE shop_id IN (1, 2)");
        mysql.write(
                "INSERT INTO user_role (user_id, role) VALUES (9003, 'MERCHANT'), (9004, 'MERCHANT'), (9005, 'ADMIN'),"
                        + " (9007, 'OPERATOR'), (9008, 'AUDITOR')");
        mysql.write("INSERT INTO merchant_shop (user_id, shop_id) VALUES (9003, 1), (9004, 2)");
        mysql.write(
                "INSERT INTO shop_staff (shop_id, user_id, role) VALUES (1, 9009, 'MANAGER'), (1, 9010, 'CASHIER')");
    }

    static long user(String caller) {
        return FIRST_USER + WITH_SESSION.indexOf(caller);
    }

    static String phoneOf(long user) {
        return "1500000" + user;
    }

    /** The token of a new session. */
    String token(String caller) {
        Session session = new Session(
                SessionId.random(random),
                new UserId(user(caller)),
                Role.SHOPPER,
                Instant.now().truncatedTo(ChronoUnit.SECONDS).plus(Duration.ofHours(1)));
        mysql.write(
                "INSERT INTO user_session (id, user_id, ends_at) VALUES (?, ?, ?)",
                session.id().value(),
                session.user().value(),
                Timestamp.from(session.endsAt()));
        return tokens.issue(session);
    }
}
