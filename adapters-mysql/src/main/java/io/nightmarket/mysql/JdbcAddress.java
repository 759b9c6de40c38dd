package io.nightmarket.mysql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
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
        return "jdbc:mariadb://" + config.host() + ":" + config.port() + "/" + config.database();
    }

    /** Options of the driver: time-outs, the time zone of the session, and TLS. */
    Map<String, String> properties() {
        Map<String, String> properties = new HashMap<>(Map.of(
                "connectTimeout", Long.toString(config.connectTimeout().toMillis()),
                "socketTimeout", Long.toString(SILENCE.toMillis()),
                "sessionVariables", "time_zone='+00:00'"));
        switch (config.tlsMode()) {
            case AUTO, VERIFY_IDENTITY -> properties.put("sslMode", "verify-full");
            case VERIFY_CA -> properties.put("sslMode", "verify-ca");
            // Without TLS caching_sha2_password needs the server's key, which the server is then asked for.
            case OFF -> properties.putAll(Map.of("sslMode", "disable", "allowPublicKeyRetrieval", "true"));
        }
        if (config.tlsMode() != MySqlTls.Mode.OFF) {
            config.tls().ca().ifPresent(ca -> properties.put("serverSslCert", ca.toString()));
        }
        return properties;
    }

    /** A connection whose session stands at +00:00. Blocks. */
    public Connection open() throws SQLException {
        Properties all = new Properties();
        all.putAll(properties());
        all.setProperty("user", config.user());
        all.setProperty("password", config.password());
        return DriverManager.getConnection(url(), all);
    }
}
