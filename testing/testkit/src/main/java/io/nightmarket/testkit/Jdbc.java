package io.nightmarket.testkit;

import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** Blocking connections to the database of a {@code mysql://user:password@host:port/database} address. */
public final class Jdbc {
    private Jdbc() {}

    /** A connection whose session stands at +00:00. */
    public static Connection open(String mysqlUri) throws SQLException {
        return open(mysqlUri, "connectTimeout=5000&sessionVariables=time_zone='+00:00'");
    }

    /** A connection for work in bulk, which is patient with a server that stalls. */
    public static Connection openForBulk(String mysqlUri) throws SQLException {
        return open(mysqlUri, "connectTimeout=30000&rewriteBatchedStatements=true");
    }

    private static Connection open(String mysqlUri, String options) throws SQLException {
        URI uri = URI.create(mysqlUri);
        String[] login = uri.getUserInfo().split(":", 2);
        int port = uri.getPort() < 0 ? 3306 : uri.getPort();
        String url = "jdbc:mariadb://" + uri.getHost() + ':' + port + uri.getPath() + "?allowPublicKeyRetrieval=true&"
                + options;
        return DriverManager.getConnection(url, login[0], login[1]);
    }
}
