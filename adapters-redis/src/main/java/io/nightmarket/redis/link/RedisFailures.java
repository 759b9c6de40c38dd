package io.nightmarket.redis.link;

import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.vertx.redis.client.Response;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.Set;

/** The one place where errors of Redis and of its connection become failures of the domain. */
final class RedisFailures {
    private static final String SCRIPT_UNKNOWN = "NOSCRIPT";
    private static final String CONNECTION_CLOSED = "CONNECTION_CLOSED";
    /** The server refuses for now, and did nothing. */
    private static final Set<String> REFUSALS = Set.of(
            "LOADING",
            "READONLY",
            "OOM",
            "MISCONF",
            "MASTERDOWN",
            "NOREPLICAS",
            "CLUSTERDOWN",
            "TRYAGAIN",
            "BUSY",
            "NOPERM");

    /** A script was ended for want of a right, perhaps after it had written: of Redis 6.2 and 7.0, and of later ones. */
    private static final Set<String> STOPPED_SCRIPTS = Set.of("The user executing the script", "ACL failure in script");

    private RedisFailures() {}

    /** What the failure of a command that was sent means. */
    static DomainFailure ofCommand(Throwable cause) {
        if (cause instanceof DomainFailure already) {
            return already;
        }
        String text = String.valueOf(cause.getMessage());
        if (!(cause instanceof Response) || text.startsWith(CONNECTION_CLOSED)) {
            return new TimedOut("the connection to Redis was lost before the reply", cause);
        }
        Optional<Unavailable> login = refusedLogin(cause);
        if (login.isPresent()) {
            return login.get();
        }
        if (STOPPED_SCRIPTS.stream().anyMatch(text::contains)) {
            return new TimedOut("Redis ended a script in its middle: " + text, cause);
        }
        return isRefusal(text)
                ? new Unavailable("Redis refuses for now: " + text, cause)
                : new Corrupt("Redis refuses the command: " + text, cause);
    }

    /**
     * What it means that a connection could not be made.
     *
     * @param encrypted whether TLS was asked for
     */
    static DomainFailure ofConnecting(Throwable cause, boolean encrypted) {
        return cause instanceof Unavailable already
                ? already
                : refusedLogin(cause).orElseGet(() -> new Unavailable(notConnected(cause, encrypted), cause));
    }

    /** A server that was reached, and did not answer as Redis does, may be spoken to in the wrong way. */
    private static String notConnected(Throwable cause, boolean encrypted) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        if (root instanceof GeneralSecurityException) {
            return "no encrypted connection to Redis ('redis-ca'): " + root.getMessage();
        }
        boolean reached = !(cause instanceof ConnectException || cause instanceof UnknownHostException);
        return "no connection to Redis: " + said(cause)
                + (reached
                        ? "; does this server speak TLS? " + (encrypted ? "Without it" : "With it")
                                + " its address begins with " + (encrypted ? "redis://" : "rediss://")
                        : "");
    }

    /** Without what only programmers need: the system's call and number, and questions to name servers. */
    private static String said(Throwable cause) {
        String text = String.valueOf(cause.getMessage());
        return text.replaceFirst("^finishConnect\\(\\.\\.\\) failed with error\\(-?\\d+\\): ", "")
                .replaceFirst("refused: .*?/", "refused: ")
                .replaceFirst("^(Failed to resolve '[^']*') .*", "$1");
    }

    private static Optional<Unavailable> refusedLogin(Throwable cause) {
        String text = String.valueOf(cause.getMessage());
        if (text.startsWith("NOAUTH")) {
            return Optional.of(new Unavailable("Redis wants a password: redis://:PASSWORD@host:port", cause));
        }
        return text.startsWith("WRONGPASS") || text.startsWith("ERR AUTH <password> called without")
                ? Optional.of(new Unavailable("Redis refuses the user or the password in its address", cause))
                : Optional.empty();
    }

    /** Whether a script has to be sent whole, because the server forgot it or never had it. */
    static boolean isScriptUnknown(Throwable failure) {
        Throwable cause = DomainFailure.causeOf(failure);
        return cause instanceof Corrupt
                && cause.getCause() != null
                && String.valueOf(cause.getCause().getMessage()).startsWith(SCRIPT_UNKNOWN);
    }

    /** Redis before 7 wraps what a command inside a script met: {@code ERR Error running script ...: -OOM ...}. */
    private static boolean isRefusal(String text) {
        int space = text.indexOf(' ');
        String code = space < 0 ? text : text.substring(0, space);
        return REFUSALS.contains(code)
                || text.startsWith("ERR max number of clients")
                || text.contains("Script killed by user")
                || REFUSALS.stream().anyMatch(refusal -> text.contains(": -" + refusal + ' '));
    }
}
