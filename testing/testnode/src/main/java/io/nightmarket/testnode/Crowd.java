package io.nightmarket.testnode;

import static io.nightmarket.testkit.Waiting.await;

import io.nightmarket.bootstrap.DerivedKeys;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.SessionStore;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.http.session.JwtTokens;
import io.nightmarket.redis.RedisAdapters;
import io.nightmarket.testkit.Jdbc;
import io.vertx.core.Vertx;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;

/**
 * Users with sessions and tokens, made in bulk past the login: a sale's crowd has logged in before it. They were seen a
 * moment ago, however long the run takes, as people are who wait for a sale to begin. Made chunk by chunk, so that a
 * large crowd needs no more memory than a small one.
 */
public final class Crowd {
    /** How long its sessions last. */
    public static final Duration LIFE = Duration.ofHours(12);

    private static final long FIRST_USER = 1_000_000;
    private static final long FIRST_PHONE = 19_000_000_000L;
    private static final int CHUNK = 5_000;

    private final SecureRandom random = new SecureRandom();
    private final JwtTokens tokens;
    private final Connection database;
    private final SessionStore store;

    private Crowd(Vertx vertx, String secret, Connection database, SessionStore store) {
        this.tokens = new JwtTokens(
                vertx, new DerivedKeys(secret.getBytes(StandardCharsets.UTF_8)).tokens(), Clock.systemUTC());
        this.database = database;
        this.store = store;
    }

    /** The user of this line of the tokens, from 0. */
    public static long user(int line) {
        return FIRST_USER + line;
    }

    /** Settings of a node at which the crowd is logged in. */
    public static Map<String, String> settings(String secret) {
        return new HashMap<>(Map.of("host", "127.0.0.1", "token.secret", secret, "session.idle", LIFE.toHours() + "h"));
    }

    /**
     * Makes this many users, and the shop they buy at, and writes one token to each line.
     *
     * @param secret the secret of the tokens
     * @param redis adapters of a Redis that the nodes use
     */
    public static void gather(
            Vertx vertx,
            String secret,
            RedisAdapters redis,
            String mysqlUri,
            int count,
            Path tokens,
            IntConsumer progress)
            throws SQLException, IOException {
        SessionPolicy policy =
                new SessionPolicy(LIFE, SessionPolicy.DEFAULT.absolute(), SessionPolicy.DEFAULT.slideInterval());
        try (Connection database = Jdbc.openForBulk(mysqlUri)) {
            new Crowd(vertx, secret, database, redis.sessionStore(policy)).gather(count, tokens, progress);
        }
    }

    /**
     * Makes an administrator with a session.
     *
     * @param line the user's line, behind those of the buyers
     * @param redis adapters of a Redis that the nodes use
     * @return the token
     */
    public static String admin(Vertx vertx, String secret, RedisAdapters redis, String mysqlUri, int line)
            throws SQLException, IOException {
        SessionPolicy policy =
                new SessionPolicy(LIFE, SessionPolicy.DEFAULT.absolute(), SessionPolicy.DEFAULT.slideInterval());
        Instant end = Instant.now().plus(LIFE);
        try (Connection database = Jdbc.openForBulk(mysqlUri)) {
            Crowd crowd = new Crowd(vertx, secret, database, redis.sessionStore(policy));
            Session session = new Session(SessionId.random(crowd.random), new UserId(user(line)), Role.ADMIN, end);
            crowd.insertUsers(List.of(session));
            Jdbc.run(database, "INSERT INTO user_role (user_id, role) VALUES (?, 'ADMIN')", user(line));
            crowd.insertSessions(List.of(session));
            var _ = await(crowd.store.save(session, end.minus(LIFE.dividedBy(2))));
            return crowd.tokens.issue(session);
        }
    }

    private void gather(int count, Path tokens, IntConsumer progress) throws SQLException, IOException {
        insertShop();
        Instant end = Instant.now().plus(LIFE);
        database.setAutoCommit(false);
        try (BufferedWriter out = Files.newBufferedWriter(tokens)) {
            for (int done = 0; done < count; done += CHUNK) {
                progress.accept(done);
                gather(done, Math.min(CHUNK, count - done), end, out);
            }
        } finally {
            database.setAutoCommit(true);
        }
    }

    private void gather(int done, int count, Instant end, BufferedWriter out) throws SQLException, IOException {
        List<Session> sessions = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            sessions.add(new Session(SessionId.random(random), new UserId(user(done + i)), Role.SHOPPER, end));
        }
        insertUsers(sessions);
        insertSessions(sessions);
        database.commit();
        Instant seen = end.minus(LIFE.dividedBy(2));
        CompletableFuture<?>[] kept = sessions.stream()
                .map(session -> store.save(session, seen).toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new);
        for (Session session : sessions) {
            out.write(tokens.issue(session));
            out.newLine();
        }
        var _ = await(CompletableFuture.allOf(kept));
    }

    private void insertShop() throws SQLException {
        Jdbc.run(
                database,
                "INSERT IGNORE INTO tb_shop (id, name, type_id, images, address, x, y)"
                        + " VALUES (?, 'bench', 1, '', '', 120.1, 30.2)",
                NodeProcess.SHOP.value());
    }

    private void insertUsers(List<Session> sessions) throws SQLException {
        Jdbc.runAll(
                database,
                "INSERT INTO tb_user (id, phone, nick_name) VALUES (?, ?, ?)",
                sessions.stream()
                        .map(session -> session.user().value())
                        .map(user -> List.<Object>of(user, Long.toString(FIRST_PHONE + user), "bench_" + user))
                        .toList());
    }

    private void insertSessions(List<Session> sessions) throws SQLException {
        Timestamp now = Timestamp.from(Instant.now());
        Jdbc.runAll(
                database,
                "INSERT INTO user_session (id, user_id, created_at, last_seen_at, ends_at) VALUES (?, ?, ?, ?, ?)",
                sessions.stream()
                        .map(session -> List.<Object>of(
                                session.id().value(),
                                session.user().value(),
                                now,
                                now,
                                Timestamp.from(session.endsAt())))
                        .toList());
    }
}
