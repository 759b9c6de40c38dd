package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.mysql.MySqlTls.Mode;
import io.nightmarket.testkit.OwnServer;
import io.nightmarket.testkit.TestCertificates;
import io.nightmarket.testkit.TestServers;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A server with a certificate for {@code localhost}, which is not the name 127.0.0.1. Both drivers must agree. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
@Tag("servers")
final class MySqlTlsIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Vertx vertx = Vertx.vertx();
    private TestCertificates.Pem certificate;
    private TestCertificates.Pem other;
    private OwnServer server;

    @BeforeAll
    void start(@TempDir Path folder) {
        certificate = TestCertificates.pem(folder.resolve("certificate"), "dns:localhost");
        other = TestCertificates.pem(folder.resolve("other"), "dns:localhost");
        server = OwnServer.mariaDb(
                folder.resolve("data"),
                "--ssl",
                "--ssl-cert=" + certificate.certificate(),
                "--ssl-key=" + certificate.key());
    }

    @AfterAll
    void stop() {
        server.close();
        await(vertx.close().toCompletionStage());
    }

    @Test
    void withTheCertificateBothDriversConnectEncrypted() throws SQLException {
        MySqlConfig config = config("localhost", Mode.VERIFY_IDENTITY, Optional.of(certificate.certificate()));
        ping(config);
        assertFalse(cipher(config).isEmpty(), "JDBC is encrypted");
        MySqlSchema.migrate(config);
    }

    @Test
    void aFileOfCertificatesEncryptsOnLoopbackToo() throws SQLException {
        MySqlConfig config = config("localhost", Mode.AUTO, Optional.of(certificate.certificate()));
        ping(config);
        assertFalse(cipher(config).isEmpty());
    }

    @Test
    void withoutTheCertificateItIsRefused() {
        assertRefused(config("localhost", Mode.VERIFY_IDENTITY, Optional.of(other.certificate())));
        assertRefused(config("localhost", Mode.VERIFY_CA, Optional.of(other.certificate())));
        MySqlConfig ofTheJvm = config("localhost", Mode.VERIFY_IDENTITY, Optional.empty());
        Unavailable refused = failureOfPing(ofTheJvm);
        assertFalse(refused.toString().isEmpty());
    }

    @Test
    void anotherHostNameIsRefusedUnlessTheAuthorityAloneIsAskedFor() throws SQLException {
        assertRefused(config("127.0.0.1", Mode.VERIFY_IDENTITY, Optional.of(certificate.certificate())));
        MySqlConfig anyName = config("127.0.0.1", Mode.VERIFY_CA, Optional.of(certificate.certificate()));
        ping(anyName);
        assertFalse(cipher(anyName).isEmpty());
    }

    @Test
    void aServerWithoutTlsIsRefusedWhereItIsAskedFor() {
        MySqlConfig config = new MySqlConfig(
                TestServers.mysqlUri(),
                1,
                TIMEOUT,
                TIMEOUT,
                TIMEOUT,
                new MySqlTls(Mode.VERIFY_CA, Optional.of(other.certificate())));
        assertRefused(config);
        String said = String.valueOf(assertThrows(MySqlSchemaException.class, () -> MySqlSchema.migrate(config))
                .getMessage());
        assertTrue(said.startsWith("no encrypted connection to MySQL at "), said);
        assertTrue(said.contains("'mysql-tls'"), said);
    }

    @Test
    void offIsNotEncrypted() throws SQLException {
        MySqlConfig config = config("127.0.0.1", Mode.OFF, Optional.empty());
        ping(config);
        assertTrue(cipher(config).isEmpty());
    }

    private MySqlConfig config(String host, Mode mode, Optional<Path> ca) {
        String uri = server.uri().replace("127.0.0.1", host);
        return new MySqlConfig(uri, 1, TIMEOUT, TIMEOUT, TIMEOUT, new MySqlTls(mode, ca));
    }

    private void assertRefused(MySqlConfig config) {
        Unavailable refused = failureOfPing(config);
        assertFalse(refused.toString().contains(config.password()), refused::toString);
        String said = String.valueOf(
                assertThrows(SQLException.class, () -> cipher(config)).getMessage());
        assertFalse(said.contains(config.password()), said);
    }

    private void ping(MySqlConfig config) {
        MySqlAdapters adapters = MySqlAdapters.create(vertx, config);
        try {
            await(adapters.ping());
        } finally {
            await(adapters.close());
        }
    }

    private Unavailable failureOfPing(MySqlConfig config) {
        MySqlAdapters adapters = MySqlAdapters.create(vertx, config);
        try {
            return failureOf(Unavailable.class, adapters.ping());
        } finally {
            await(adapters.close());
        }
    }

    private static String cipher(MySqlConfig config) throws SQLException {
        try (Connection connection = new JdbcAddress(config).open();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW SESSION STATUS LIKE 'Ssl_cipher'")) {
            return row.next() ? row.getString(2) : "";
        }
    }
}
