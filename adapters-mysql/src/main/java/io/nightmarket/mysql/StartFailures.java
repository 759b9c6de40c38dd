package io.nightmarket.mysql;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.sql.SQLException;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Why the tables could not be made ready, in one sentence with the remedy; without the password. */
final class StartFailures {
    private static final int UNKNOWN_DATABASE = 1049;
    private static final int NOT_FOR_THIS_USER = 1044;

    /** The class of SQL states of a login that is refused. */
    private static final String REFUSED_LOGIN = "28";

    private StartFailures() {}

    static String describe(Throwable failure, MySqlConfig config) {
        String server = config.host() + ':' + config.port();
        @Nullable SQLException said = lastOfServer(failure);
        if (said != null && said.getErrorCode() == UNKNOWN_DATABASE) {
            return "MySQL at " + server + " has no database " + config.database() + ": create it, or name another in"
                    + " 'mysql'";
        }
        if (said != null && said.getErrorCode() == NOT_FOR_THIS_USER) {
            return "MySQL at " + server + " has no database " + config.database() + ", or no rights for user "
                    + config.user() + " on it: create it, or grant them";
        }
        if (said != null && String.valueOf(said.getSQLState()).startsWith(REFUSED_LOGIN)) {
            return "MySQL at " + server + " refuses user " + config.user() + ": check the user and the password in"
                    + " 'mysql'"
                    + (config.tlsMode() == MySqlTls.Mode.OFF ? ", and whether it wants TLS ('mysql-tls')" : "");
        }
        if (said != null && String.valueOf(said.getSQLState()).startsWith("08")) {
            return notConnected(failure, server, config.tlsMode() != MySqlTls.Mode.OFF);
        }
        return "The tables could not be made ready at " + config.maskedUri() + ": " + reason(failure);
    }

    /** A server that was reached, and did not answer as MySQL does, may be spoken to in the wrong way. */
    private static String notConnected(Throwable failure, String server, boolean encrypted) {
        String reason = reason(failure);
        if (isOf(failure, ConnectException.class) || isOf(failure, UnknownHostException.class)) {
            return "no connection to MySQL at " + server + ": " + reason
                    + (isOf(failure, ConnectException.class) ? "; is it running there?" : "");
        }
        boolean certificate = isOf(failure, GeneralSecurityException.class) || reason.contains("certificate");
        return (encrypted
                        ? "no encrypted connection to MySQL at " + server + " ('mysql-tls', 'mysql-ca'): "
                        : "no connection to MySQL at " + server + " ('mysql-tls' off): ")
                + reason
                + (certificate ? "" : "; does this server speak TLS?");
    }

    private static @Nullable SQLException lastOfServer(Throwable failure) {
        @Nullable SQLException last = null;
        for (Throwable one = failure; one != null; one = one.getCause()) {
            if (one instanceof SQLException found) {
                last = found;
            }
        }
        return last;
    }

    private static boolean isOf(Throwable failure, Class<? extends Throwable> kind) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).anyMatch(kind::isInstance);
    }

    private static String reason(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        if (root instanceof UnknownHostException) {
            return "there is no such host";
        }
        String text = String.valueOf(root.getMessage()).replaceFirst("^\\(conn=\\d+\\) ", "");
        return text.strip().lines().findFirst().orElse("no reason given");
    }
}
