package io.nightmarket.mysql.client;

import io.nightmarket.mysql.MySqlConfig;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.TrustOptions;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.mysqlclient.SslMode;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Optional;
import javax.net.ssl.TrustManagerFactory;

/** TLS of the pools' connections. */
final class Encryption {
    private Encryption() {}

    static MySQLConnectOptions apply(MySqlConfig config, MySQLConnectOptions options) {
        SslMode mode = switch (config.tlsMode()) {
            case OFF -> SslMode.DISABLED;
            case VERIFY_CA -> SslMode.VERIFY_CA;
            case AUTO, VERIFY_IDENTITY -> SslMode.VERIFY_IDENTITY;
        };
        if (mode == SslMode.DISABLED) {
            return options.setSslMode(mode);
        }
        ClientSSLOptions ssl = new ClientSSLOptions()
                .setTrustOptions(trusted(config.tls().ca()))
                .setHostnameVerificationAlgorithm(mode == SslMode.VERIFY_IDENTITY ? "HTTPS" : "");
        return options.setSslMode(mode).setSslOptions(ssl);
    }

    private static TrustOptions trusted(Optional<Path> ca) {
        return ca.<TrustOptions>map(file -> new PemTrustOptions().addCertPath(file.toString()))
                .orElseGet(() -> TrustOptions.wrap(ofTheJvm()));
    }

    private static TrustManagerFactory ofTheJvm() {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init((KeyStore) null);
            return factory;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the certificates that the JVM trusts can't be read", e);
        }
    }
}
