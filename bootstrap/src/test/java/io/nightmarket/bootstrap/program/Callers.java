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
import java.util.Objects;

/** Users of every kind with sessions, made past the login, which limits how often a phone logs in. */
final class Callers {
    static final String NO_LOGIN = "no login";
    static final String SHOPPER = "shopper";
    static final String OTHER_SHOPPER = "other shopper";
    static final String MERCHANT = "merchant";
    static final String OTHER_MERCHANT = "other merchant";
    static final String ADMIN = "admin";
    static final String ENDED = "ended session";

    private static final String SECRET = "0123456789abcdef0123456789abcdef-callers";

    /** The settings of a node at which they are logged in. */
    static final Map<String, String> SETTINGS = Map.of("NIGHTMARKET_TOKEN_SECRET", SECRET);

    static final List<String> WITH_SESSION = List.of(SHOPPER, OTHER_SHOPPER, MERCHANT, OTHER_MERCHANT, ADMIN, ENDED);

    private static final Map<String, Long> USERS = Map.of(
            SHOPPER, 9001L, OTHER_SHOPPER, 9002L, MERCHANT, 9003L, OTHER_MERCHANT, 9004L, ADMIN, 9005L, ENDED, 9006L);

    private final SecureRandom random = new SecureRandom();
    private final JwtTokens tokens;
    private final MySqlPeek mysql;

    /** Makes the users; the merchant owns shop 1 and the other one shop 2. */
    Callers(Vertx vertx, MySqlPeek mysql) {
        this.tokens = new JwtTokens(
                vertx, new DerivedKeys(SECRET.getBytes(StandardCharsets.UTF_8)).tokens(), Clock.systemUTC());
        this.mysql = mysql;
        USERS.values()
                .forEach(user -> mysql.write(
                        "INSERT INTO tb_user (id, phone, nick_name) VALUES (?, ?, 'caller')", user, phoneOf(user)));
        mysql.write("DELETE FROM merchant_shop WHERE shop_id IN (1, 2)");
        mysql.write(
                "INSERT INTO user_role (user_id, role) VALUES (9003, 'MERCHANT'), (9004, 'MERCHANT'), (9005, 'ADMIN')");
        mysql.write("INSERT INTO merchant_shop (user_id, shop_id) VALUES (9003, 1), (9004, 2)");
    }

    static long user(String caller) {
        return Objects.requireNonNull(USERS.get(caller), caller);
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
