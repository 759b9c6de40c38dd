package io.nightmarket.mysql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;

/** The way in for what runs once at the start and may block. */
public final class JdbcAddress {
    /** A migration of large tables may take minutes; a server that is gone must not take for ever. */
    static final Duration SILENCE = Duration.ofMinutes(10);

    private final MySqlConfig config;

    public JdbcAddress(MySqlConfig config) {
        this.config = config;
    }

    String url() {
        return "jdbc:mariadb://" + config.host() + ":" + config.port() + "/" + config.database()
                + "?connectTimeout=" + config.connectTimeout().toMillis()
                + "&socketTimeout=" + SILENCE.toMillis()
                + "&allowPublicKeyRetrieval=true&sessionVariables=time_zone='+00:00'";
    }

    /** A connection whose session stands at +00:00. Blocks. */
    public Connection open() throws SQLException {
        Properties credentials = new Properties();
        credentials.setProperty("user", config.user());
        credentials.setProperty("password", config.password());
        return DriverManager.getConnection(url(), credentials);
    }
}
