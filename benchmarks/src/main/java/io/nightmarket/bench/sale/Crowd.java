package io.nightmarket.bench.sale;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.UserId;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.PubSecKeyOptions;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Users with sessions and tokens, made in bulk past the login: a sale's crowd has logged in before it. */
final class Crowd {
    private static final long FIRST_PHONE = 19_000_000_000L;
    private static final int ROWS = 1_000;
    private static final Duration LIFE = Duration.ofHours(2);

    private final SecureRandom random = new SecureRandom();
    private final JWTAuth signer;

    Crowd(Vertx vertx, byte[] key) {
        this.signer = JWTAuth.create(
                vertx,
                new JWTAuthOptions()
                        .addPubSecKey(
                                new PubSecKeyOptions().setAlgorithm("HS256").setBuffer(Buffer.buffer(key))));
    }

    /** Writes users and sessions to the database. */
    List<Session> gather(Connection database, int count) throws SQLException {
        List<Session> sessions = new ArrayList<>(count);
        Instant end = Instant.now().plus(LIFE);
        for (int done = 0; done < count; done += ROWS) {
            int rows = Math.min(ROWS, count - done);
            insertUsers(database, FIRST_PHONE + done, rows);
            for (UserId user : users(database, FIRST_PHONE + done, rows)) {
                sessions.add(new Session(SessionId.random(random), user, Role.SHOPPER, end));
            }
        }
        insertSessions(database, sessions);
        return sessions;
    }

    /** Writes a token a line. */
    void writeTokens(List<Session> sessions, Path file) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (Session session : sessions) {
                JsonObject claims = new JsonObject()
                        .put("sid", session.id().value())
                        .put("sub", Long.toString(session.user().value()))
                        .put("exp", session.endsAt().getEpochSecond());
                out.write(signer.generateToken(claims, new JWTOptions().setAlgorithm("HS256")));
                out.newLine();
            }
        }
    }

    private static void insertUsers(Connection database, long first, int rows) throws SQLException {
        try (PreparedStatement insert =
                database.prepareStatement("INSERT INTO tb_user (phone, nick_name) VALUES (?, ?)")) {
            for (int i = 0; i < rows; i++) {
                insert.setString(1, Long.toString(first + i));
                insert.setString(2, "bench_" + (first + i));
                insert.addBatch();
            }
            int[] _ = insert.executeBatch();
        }
    }

    private static List<UserId> users(Connection database, long first, int rows) throws SQLException {
        try (PreparedStatement select =
                database.prepareStatement("SELECT id FROM tb_user WHERE phone BETWEEN ? AND ? ORDER BY id")) {
            select.setString(1, Long.toString(first));
            select.setString(2, Long.toString(first + rows - 1));
            List<UserId> users = new ArrayList<>(rows);
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    users.add(new UserId(found.getLong(1)));
                }
            }
            return users;
        }
    }

    private static void insertSessions(Connection database, List<Session> sessions) throws SQLException {
        Timestamp now = Timestamp.from(Instant.now());
        try (PreparedStatement insert = database.prepareStatement(
                "INSERT INTO user_session (id, user_id, created_at, last_seen_at, ends_at) VALUES (?, ?, ?, ?, ?)")) {
            int waiting = 0;
            for (Session session : sessions) {
                insert.setString(1, session.id().value());
                insert.setLong(2, session.user().value());
                insert.setTimestamp(3, now);
                insert.setTimestamp(4, now);
                insert.setTimestamp(5, Timestamp.from(session.endsAt()));
                insert.addBatch();
                if (++waiting % ROWS == 0) {
                    int[] _ = insert.executeBatch();
                }
            }
            int[] _ = insert.executeBatch();
        }
    }
}
