package io.nightmarket.redis.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.vertx.redis.client.impl.types.ErrorType;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RedisFailuresTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "LOADING Redis is loading the dataset in memory",
                "READONLY You can't write against a read only replica.",
                "OOM command not allowed when used memory > 'maxmemory'.",
                "MISCONF Redis is configured to save RDB snapshots",
                "MASTERDOWN Link with MASTER is down",
                "NOREPLICAS Not enough good replicas to write.",
                "BUSY Redis is busy running a script.",
                "NOAUTH Authentication required.",
                "ERR max number of clients reached",
                "ERR Error running script (call to f_1): @user_script:29: @user_script: 29: -OOM command not allowed",
                "ERR Error running script (call to f_1): @user_script:3: -READONLY You can't write",
                "OOM command not allowed when used memory > 'maxmemory'. script: 0a9f75, on @user_script:1.",
                "NOPERM this user has no permissions to run the 'hset' command",
                "NOPERM No permissions to access a channel",
                "ERR Error running script (call to f_1): @user_script:1: Script killed by user with SCRIPT KILL...",
                "ERR Script killed by user with SCRIPT KILL... script: 0a9f75, on @user_script:1."
            })
    void aRefusalForNowIsUnavailable(String error) {
        assertInstanceOf(Unavailable.class, RedisFailures.ofCommand(ErrorType.create(error)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WRONGTYPE Operation against a key holding the wrong kind of value",
                "ERR value is not an integer or out of range",
                "ERR Error running script (call to f_1): @user_script:29: attempt to compare nil with number",
                "NOSCRIPT No matching script."
            })
    void whatNoRepetitionMendsIsCorrupt(String error) {
        assertInstanceOf(Corrupt.class, RedisFailures.ofCommand(ErrorType.create(error)));
    }

    @Test
    void aLoginThatIsRefusedIsSaidWithItsRemedy() {
        String password = "Redis wants a password: redis://:PASSWORD@host:port";
        String wrong = "Redis refuses the user or the password in its address";
        Throwable none = ErrorType.create("NOAUTH Authentication required.");
        Throwable refused = ErrorType.create("WRONGPASS invalid username-password pair or user is disabled.");
        assertEquals(password, RedisFailures.ofCommand(none).getMessage());
        assertEquals(password, RedisFailures.ofConnecting(none, false).getMessage());
        assertEquals(wrong, RedisFailures.ofConnecting(refused, true).getMessage());
    }

    @Test
    void anAddressWhereNothingAnswersIsSaidPlainly() {
        assertEquals(
                "no connection to Redis: Connection refused: 127.0.0.1:1",
                RedisFailures.ofConnecting(
                                new ConnectException(
                                        "finishConnect(..) failed with error(-111): Connection refused: /127.0.0.1:1"),
                                true)
                        .getMessage());
        assertEquals(
                "no connection to Redis: Failed to resolve 'none.example'",
                RedisFailures.ofConnecting(
                                new UnknownHostException(
                                        "Failed to resolve 'none.example' [A(1), AAAA(28)] after 2 queries"),
                                false)
                        .getMessage());
    }

    @Test
    void aServerThatWasReachedAndDoesNotAnswerMaySpeakTlsOrNot() {
        Throwable silent = new TimeoutException("Timeout 10000 (ms) fired");
        assertEquals(
                "no connection to Redis: Timeout 10000 (ms) fired; does this server speak TLS? Without it its address"
                        + " begins with redis://",
                RedisFailures.ofConnecting(silent, true).getMessage());
        assertEquals(
                "no connection to Redis: Connection reset; does this server speak TLS? With it its address begins with"
                        + " rediss://",
                RedisFailures.ofConnecting(new IOException("Connection reset"), false)
                        .getMessage());
        assertEquals(
                "no encrypted connection to Redis ('redis-ca'): no trusted path",
                RedisFailures.ofConnecting(
                                new IOException(
                                        "Failed to create SSL connection", new CertificateException("no trusted path")),
                                true)
                        .getMessage());
    }

    /** What stands before it in the script is done. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ERR Error running script (call to f_1): @user_script:1: @user_script: 1: The user executing the script"
                        + " can't publish to the channel mentioned in the command",
                "ERR The user executing the script can't run this command or subcommand script: 80c9ff, on @user_script:1.",
                "ERR The user executing the script can't access at least one of the keys mentioned in the command"
                        + " arguments script: b08597, on @user_script:1.",
                "ERR ACL failure in script: No permissions to access a channel script: 6527d6, on @user_script:1.",
                "ERR ACL failure in script: User u2 has no permissions to run the 'hset' command script: 80c9ff, on"
                        + " @user_script:1."
            })
    void aScriptThatLacksARightLeavesTheOutcomeOpen(String error) {
        assertInstanceOf(TimedOut.class, RedisFailures.ofCommand(ErrorType.create(error)));
    }

    @Test
    void aLostConnectionLeavesTheOutcomeOpen() {
        assertInstanceOf(TimedOut.class, RedisFailures.ofCommand(ErrorType.create("CONNECTION_CLOSED")));
        assertInstanceOf(TimedOut.class, RedisFailures.ofCommand(new IOException("Connection reset by peer")));
    }

    @Test
    void aFailureOfTheDomainPassesUnchanged() {
        Conflict conflict = new Conflict("as planned");

        assertSame(conflict, RedisFailures.ofCommand(conflict));
    }

    @Test
    void onlyAnUnknownScriptIsSentWhole() {
        assertTrue(RedisFailures.isScriptUnknown(
                RedisFailures.ofCommand(ErrorType.create("NOSCRIPT No matching script."))));
        assertFalse(RedisFailures.isScriptUnknown(RedisFailures.ofCommand(ErrorType.create("ERR other"))));
        assertFalse(RedisFailures.isScriptUnknown(new TimedOut("NOSCRIPT")));
    }
}
