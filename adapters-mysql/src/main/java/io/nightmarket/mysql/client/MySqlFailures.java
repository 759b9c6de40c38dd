package io.nightmarket.mysql.client;

import io.netty.handler.ssl.NotSslRecordException;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.vertx.mysqlclient.MySQLException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one place where what the driver says becomes a {@link DomainFailure}. */
public final class MySqlFailures {
    private static final Logger LOG = LoggerFactory.getLogger(MySqlFailures.class);

    /** The server rolled the whole transaction back, so that another could go on. */
    static final int DEADLOCK = 1213;

    /** What a server without TLS answers to the beginning of TLS, when it does not close at once. */
    private static final int BAD_HANDSHAKE = 1043;

    /** The transaction may be run again: another had what it needs. */
    private static final Set<Integer> GAVE_WAY = Set.of(1205, DEADLOCK);

    /** Values or keys that the tables refuse; the same statement would be refused again. */
    private static final Set<Integer> REFUSED_DATA = Set.of(
            1048, 1062, 1216, 1217, 1264, 1265, 1292, 1364, 1366, 1406, 1411, 1451, 1452, 1586, 1690, 3819, 4025);

    /** The server ended the statement or its connection: interrupted, shutting down, killed, over its time. */
    private static final Set<Integer> ENDED = Set.of(1053, 1317, 1927, 1969, 3024, 3169);

    /** How the driver shows what the server said. */
    private static final Pattern OF_SERVER = Pattern.compile("\\{errorMessage=(.*), errorCode=.*}", Pattern.DOTALL);

    private MySqlFailures() {}

    /** No connection was got: nothing was sent. */
    public static DomainFailure unreachable(Throwable cause) {
        if (cause instanceof DomainFailure failure) {
            return failure;
        }
        boolean spokeNoTls = cause instanceof NotSslRecordException || code(cause) == BAD_HANDSHAKE;
        return new Unavailable(
                "no connection to MySQL: " + said(cause)
                        + (spokeNoTls ? "; does this server speak TLS ('mysql-tls')?" : ""),
                cause);
    }

    /** The failure of a statement that was sent. What the driver fails with by itself says nothing of what the server did. */
    public static DomainFailure ofStatement(Throwable cause) {
        return switch (cause) {
            case DomainFailure failure -> failure;
            case MySQLException e -> ofServer(e);
            case TimeoutException _ -> new TimedOut("MySQL did not answer in time", cause);
            case ClosedConnectionException _ -> new TimedOut("the connection to MySQL was lost", cause);
            case java.io.IOException _ -> new TimedOut("the connection to MySQL broke: " + said(cause), cause);
            case io.vertx.core.VertxException _ -> new TimedOut("the connection to MySQL: " + said(cause), cause);
            default -> {
                LOG.warn("The driver of MySQL failed; what became of the statement is unknown", cause);
                yield new TimedOut("the driver of MySQL failed: " + said(cause), cause);
            }
        };
    }

    /** The server number of a failure, or 0 when it is not the server's. */
    public static int code(Throwable failure) {
        Throwable cause = failure;
        while (cause != null) {
            if (cause instanceof MySQLException e) {
                return e.getErrorCode();
            }
            cause = cause.getCause();
        }
        return 0;
    }

    /** Whether a transaction that was rolled back after this failure may succeed when it is run again. */
    static boolean gaveWay(Throwable failure) {
        return GAVE_WAY.contains(code(failure));
    }

    /** Whether the transaction perhaps waited for a row that others lock. */
    public static boolean mayBeLocked(Throwable failure) {
        return gaveWay(failure) || failure instanceof TimedOut;
    }

    /**
     * What is not known to be the data's fault counts as the server's: a caller that took a missing table or right for
     * bad data would throw good orders away.
     */
    private static DomainFailure ofServer(MySQLException e) {
        String text = "MySQL error " + e.getErrorCode() + ": " + said(e);
        if (REFUSED_DATA.contains(e.getErrorCode())) {
            return new Corrupt(text, e);
        }
        return ENDED.contains(e.getErrorCode()) ? new TimedOut(text, e) : new Unavailable(text, e);
    }

    private static String said(Throwable cause) {
        String message = cause.getMessage();
        if (message == null) {
            return cause.getClass().getSimpleName();
        }
        Matcher ofServer = OF_SERVER.matcher(message);
        return ofServer.matches() ? ofServer.group(1) : message;
    }
}
