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
        URI uri = URI.create(mysqlUri);
        String[] login = uri.getUserInfo().split(":", 2);
        int port = uri.getPort() < 0 ? 3306 : uri.getPort();
        String url = "jdbc:mariadb://" + uri.getHost() + ':' + port + uri.getPath()
                + "?connectTimeout=5000&allowPublicKeyRetrieval=true&sessionVariables=time_zone='+00:00'";
        return DriverManager.getConnection(url, login[0], login[1]);
    }
}
