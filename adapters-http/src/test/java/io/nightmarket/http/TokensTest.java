package io.nightmarket.http;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.http.session.JwtTokens;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class TokensTest extends RoutesTestBase {
    private static final byte[][] OTHER = {"another-secret-of-at-least-32-bytes".getBytes(StandardCharsets.UTF_8)};

    @Test
    void onlyOurOwnTokensLogIn() {
        String good = client.logIn(Role.SHOPPER);
        String[] parts = good.split("\\.", -1);
        JsonObject claims = new JsonObject(decoded(parts[1]));
        for (String bad : List.of(
                parts[0] + "." + parts[1] + "." + encoded("forged"),
                parts[0] + "." + encoded(claims.copy().put("sub", "1").encode()) + "." + parts[2],
                parts[0] + "." + parts[1] + ".",
                parts[0] + "." + parts[1],
                encoded("{\"typ\":\"JWT\",\"alg\":\"none\"}") + "." + parts[1] + ".",
                encoded("{\"typ\":\"JWT\",\"alg\":\"none\"}") + "." + parts[1],
                encoded("{\"typ\":\"JWT\",\"alg\":\"HS512\"}") + "." + parts[1] + "." + parts[2],
                encoded("{\"typ\":\"JWT\",\"alg\":\"HS256\",\"kid\":\"../../dev/null\"}") + "." + parts[1] + "."
                        + parts[2],
                encoded("{\"alg\":\"HS256\",\"jwk\":{\"kty\":\"oct\",\"k\":\"AA\"}}") + "." + parts[1] + "." + parts[2],
                good + ".more",
                good + ".",
                good + "..",
                good.substring(0, good.length() - 3),
                "x".repeat(5000),
                "null",
                "undefined",
                "Bearer",
                "..",
                "Basic " + good)) {
            client.get("/user/me", AUTH, bad).isRefused(401, "LOGIN_REQUIRED");
            client.get("/user/me", AUTH, "Bearer " + bad).isRefused(401, "LOGIN_REQUIRED");
        }
        assertEquals(
                "请先登录", client.get("/user/me").refusedAs(401, "LOGIN_REQUIRED").text());
    }

    @Test
    void aTokenSignedByAnotherKeyIsForged() {
        String good = client.logIn(Role.SHOPPER);
        JsonObject claims = new JsonObject(decoded(good.split("\\.", -1)[1]));
        Session session = new Session(
                SessionId.of(claims.getString("sid")),
                new UserId(1),
                Role.ADMIN,
                node.clock.instant().plusSeconds(60));
        String forged = new JwtTokens(node.vertx, OTHER, node.clock).issue(session);
        client.get("/user/me", AUTH, forged).isRefused(401, "LOGIN_REQUIRED");
        assertEquals(
                200,
                client.get("/user/me", AUTH, new JwtTokens(node.vertx, TestNode.SECRET, node.clock).issue(session))
                        .status());
    }

    @Test
    void aKeyThatIsTooShortIsNotTaken() {
        for (byte[][] keys : List.of(new byte[][] {new byte[31]}, new byte[][] {new byte[32], new byte[31]})) {
            assertThrows(IllegalArgumentException.class, () -> new JwtTokens(node.vertx, keys, node.clock));
        }
    }

    @Test
    void anExpiredTokenAndAnUnknownSessionLogNobodyIn() {
        JwtTokens tokens = new JwtTokens(node.vertx, TestNode.SECRET, node.clock);
        Instant now = node.clock.instant();
        JsonObject claims = new JsonObject(decoded(client.logIn(Role.SHOPPER).split("\\.", -1)[1]));
        SessionId live = SessionId.of(claims.getString("sid"));
        SessionId unknown = SessionId.of("0".repeat(32));
        for (String token : List.of(
                tokens.issue(new Session(live, new UserId(1), Role.ADMIN, now)),
                tokens.issue(new Session(unknown, new UserId(1), Role.ADMIN, now.plusSeconds(60))))) {
            client.get("/user/me", AUTH, token).isRefused(401, "LOGIN_REQUIRED");
        }
    }

    @Test
    void theRoleIsTheSessionsNotTheTokens() {
        String token = client.logIn(Role.SHOPPER);
        assertFalse(decoded(token.split("\\.", -1)[1]).contains("SHOPPER"));
    }

    @Test
    void aSessionThatWasEndedElsewhereIsTrustedUntilThatIsHeard() {
        String token = client.logIn(Role.SHOPPER);
        assertEquals(200, client.get("/user/me", AUTH, token).status());
        SessionId id = SessionId.of(new JsonObject(decoded(token.split("\\.", -1)[1])).getString("sid"));
        await(node.sessions.end(id));
        assertEquals(200, client.get("/user/me", AUTH, token).status());

        node.trusted.ended(id);

        client.get("/user/me", AUTH, token).isRefused(401, "LOGIN_REQUIRED");
    }

    @Test
    void aSessionIsTrustedForAMomentOnly() {
        String token = client.logIn(Role.SHOPPER);
        assertEquals(200, client.get("/user/me", AUTH, token).status());
        SessionId id = SessionId.of(new JsonObject(decoded(token.split("\\.", -1)[1])).getString("sid"));
        assertNull(node.sessions.end(id).toCompletableFuture().join());
        assertEquals(200, client.get("/user/me", AUTH, token).status());
        node.clock.advance(Duration.ofSeconds(5));
        client.get("/user/me", AUTH, token).isRefused(401, "LOGIN_REQUIRED");
    }

    @Test
    void aBadTokenIsNoMatterWhereNoneIsNeeded() {
        node.shops.add(Shops.shop(1));
        for (String token : List.of(FORGED, "null", client.logIn(Role.SHOPPER))) {
            assertEquals(200, client.get("/shop/1", AUTH, token).status());
            assertEquals(200, client.get("/voucher/list/1", AUTH, token).status());
        }
    }

    @Test
    void lookingAtShopsKeepsASessionAlive() {
        node.shops.add(Shops.shop(1));
        String token = client.logIn(Role.SHOPPER);
        for (int i = 0; i < 3; i++) {
            node.clock.advance(Duration.ofMinutes(20));
            assertEquals(200, client.get("/shop/1", AUTH, token).status());
        }
        assertEquals(200, client.get("/user/me", AUTH, token).status());
        node.clock.advance(Duration.ofMinutes(31));
        client.get("/user/me", AUTH, token).isRefused(401, "LOGIN_REQUIRED");
    }

    @Test
    void aTokenThatLogsNobodyInIsCheckedOnceWithinTheTimeOfTrust() {
        node.shops.add(Shops.shop(1));
        String dead = client.logIn(Role.SHOPPER);
        node.clock.advance(SessionPolicy.DEFAULT.idle());
        int before = node.sessionReads.calls();

        look(dead);
        assertEquals(1, node.sessionReads.calls() - before);
        node.clock.advance(Duration.ofMillis(4999));
        look(dead);
        assertEquals(1, node.sessionReads.calls() - before);
        node.clock.advance(Duration.ofMillis(1));
        look(dead);
        assertEquals(2, node.sessionReads.calls() - before);
    }

    /** It could be that it was only not possible to check a token of a request that needs none: that is looked into again. */
    @Test
    void aTokenOfAnEndedSessionCostsOneLook() {
        String dead = client.logIn(Role.SHOPPER);
        node.clock.advance(SessionPolicy.DEFAULT.idle());
        look(dead);
        int before = node.sessionReads.calls();
        for (int i = 0; i < 5; i++) {
            client.get("/user/me", AUTH, dead).isRefused(401, "LOGIN_REQUIRED");
            client.post("/voucher-order/seckill/1", AUTH, dead).isRefused(401, "LOGIN_REQUIRED");
        }
        assertEquals(1, node.sessionReads.calls() - before);
        node.clock.advance(Duration.ofSeconds(5));
        client.get("/user/me", AUTH, dead).isRefused(401, "LOGIN_REQUIRED");
        assertEquals(2, node.sessionReads.calls() - before);
    }

    @Test
    void theViewerOfNotesIsLookedIntoOnce() {
        String token = client.logIn(Role.SHOPPER);
        int before = node.sessionReads.calls();
        assertEquals(200, client.get("/blog/hot", AUTH, token).status());
        assertEquals(1, node.sessionReads.calls() - before);

        node.clock.advance(SessionPolicy.DEFAULT.idle());
        for (int i = 0; i < 3; i++) {
            assertEquals(200, client.get("/blog/hot", AUTH, token).status());
        }
        assertEquals(2, node.sessionReads.calls() - before);
    }

    @Test
    void aTokenIsLookedIntoOnceWhileThatIsUnderWayAndWhenItFails() {
        node.shops.add(Shops.shop(1));
        String token = client.logIn(Role.SHOPPER);
        int before = node.sessionReads.calls();
        CompletableFuture<Void> until = node.sessionReads.hang();

        try {
            look(token);
            assertEquals(1, node.sessionReads.calls() - before);

            assertTrue(until.completeExceptionally(new IllegalStateException("as planned")));
            look(token);
            assertEquals(1, node.sessionReads.calls() - before);
        } finally {
            node.sessionReads.mend();
        }
        assertEquals(200, client.get("/user/me", AUTH, token).status());
    }

    /** A crowd of requests that are answered whatever the token says. */
    private void look(String token) {
        for (int i = 0; i < 10; i++) {
            assertEquals(200, client.get("/shop/1", AUTH, token).status());
            assertEquals(200, client.get("/shop-type/list", AUTH, token).status());
            assertEquals(200, client.get("/shop/of/name?name=xy", AUTH, token).status());
        }
    }

    private static String encoded(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String decoded(String part) {
        return new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8);
    }
}
