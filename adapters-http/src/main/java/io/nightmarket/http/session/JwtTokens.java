package io.nightmarket.http.session;

import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.PubSecKeyOptions;
import io.vertx.ext.auth.User;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Signs sessions into tokens and reads them back. One algorithm, one head, and one key, beside that of before: a token whose head is not, letter
 * for letter, the one that we write is not ours, whatever algorithm, key id or key it speaks of.
 */
public final class JwtTokens {
    private static final String ALGORITHM = "HS256";
    private static final int MAX_LENGTH = 1024;
    private static final int MIN_KEY_BYTES = 32;

    /** The claim that says when the session ends, in seconds since 1970. */
    private static final String END = "exp";

    /** One for each key: the first one signs. */
    private final List<JWTAuth> auths;
    /** The library compares {@link #END} with the system's time; it is compared with the node's here. */
    private final JWTOptions options =
            new JWTOptions().setAlgorithm(ALGORITHM).setNoTimestamp(true).setIgnoreExpiration(true);

    private final Clock clock;
    private final String head;

    /** @param keys random, 32 bytes or more; the first one signs, and tokens of each are accepted */
    public JwtTokens(Vertx vertx, byte[][] keys, Clock clock) {
        if (Stream.of(keys).anyMatch(key -> key.length < MIN_KEY_BYTES)) {
            throw new IllegalArgumentException("a key of tokens has " + MIN_KEY_BYTES + " bytes or more");
        }
        this.auths = Stream.of(keys).map(key -> auth(vertx, key)).toList();
        this.clock = clock;
        String sample = auths.getFirst().generateToken(new JsonObject(), options);
        this.head = sample.substring(0, sample.indexOf('.') + 1);
    }

    private JWTAuth auth(Vertx vertx, byte[] secret) {
        PubSecKeyOptions key = new PubSecKeyOptions().setAlgorithm(ALGORITHM).setBuffer(Buffer.buffer(secret));
        return JWTAuth.create(vertx, new JWTAuthOptions().addPubSecKey(key).setJWTOptions(options));
    }

    /** A token that ends with the session. */
    public String issue(Session session) {
        JsonObject claims = new JsonObject()
                .put("sid", session.id().value())
                .put("sub", Long.toString(session.user().value()))
                .put(END, session.endsAt().getEpochSecond());
        return auths.getFirst().generateToken(claims, options);
    }

    /** Whether the token has our head and no more than our length; the signature is not checked. */
    boolean mayBeOurs(String token) {
        return token.length() <= MAX_LENGTH && token.startsWith(head);
    }

    /** The session that a token names, or nothing when it is not ours or has ended. */
    Optional<SessionId> read(String token) {
        return mayBeOurs(token) && isCanonical(token)
                ? auths.stream().flatMap(auth -> read(auth, token).stream()).findFirst()
                : Optional.empty();
    }

    private Optional<SessionId> read(JWTAuth auth, String token) {
        try {
            // Done when it returns: there is nothing to wait for in a signature.
            Future<User> user = auth.authenticate(new TokenCredentials(token));
            return user.succeeded() ? sessionOf(user.result()) : Optional.empty();
        } catch (RuntimeException e) {
            // Signed, but with claims of other types than ours.
            return Optional.empty();
        }
    }

    private Optional<SessionId> sessionOf(User user) {
        Long end = user.attributes().getLong(END);
        return end != null && clock.instant().getEpochSecond() < end
                ? SessionId.parse(user.principal().getString("sid"))
                : Optional.empty();
    }

    /** Each token has one spelling, or a logout would miss the others: three parts, and no bits to spare in the last digit. */
    private boolean isCanonical(String token) {
        int end = token.lastIndexOf('.');
        if (token.indexOf('.', head.length()) != end) {
            return false;
        }
        try {
            String signature = token.substring(end + 1);
            byte[] bytes = Base64.getUrlDecoder().decode(signature);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(signature);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
