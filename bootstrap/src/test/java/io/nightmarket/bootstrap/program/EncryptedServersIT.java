package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.FreePort;
import io.nightmarket.testkit.OwnServer;
import io.nightmarket.testkit.TestCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The program on servers with TLS, its addresses and secrets in files. */
@Tag("servers")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
final class EncryptedServersIT {
    private Path folder;
    private TestCertificates.Pem certificate;
    private OwnServer redis;
    private OwnServer mysql;
    private final Map<String, String> environment = new HashMap<>();

    @BeforeAll
    void start(@TempDir Path created) throws IOException {
        folder = created;
        certificate = TestCertificates.pem(folder.resolve("certificate"), "dns:localhost");
        int port = FreePort.any();
        redis = OwnServer.redis(
                folder.resolve("redis"),
                "secret",
                "--tls-port",
                Integer.toString(port),
                "--tls-cert-file",
                certificate.certificate().toString(),
                "--tls-key-file",
                certificate.key().toString(),
                "--tls-ca-cert-file",
                certificate.certificate().toString(),
                "--tls-auth-clients",
                "no");
        mysql = OwnServer.mariaDb(
                folder.resolve("mysql"),
                "--ssl",
                "--ssl-cert=" + certificate.certificate(),
                "--ssl-key=" + certificate.key());
        give("NIGHTMARKET_REDIS", "rediss://:secret@localhost:" + port);
        give("NIGHTMARKET_MYSQL", mysql.uri().replace("127.0.0.1", "localhost"));
        give("NIGHTMARKET_TOKEN_SECRET", "0123456789abcdef0123456789abcdef");
    }

    @AfterAll
    void stop() {
        mysql.close();
        redis.close();
    }

    private void give(String variable, String value) throws IOException {
        Path file = Files.writeString(folder.resolve(variable), value + "\n");
        environment.put(variable + "_FILE", file.toString());
    }

    @Test
    void withTheCertificateItServes() throws Exception {
        environment.put("NIGHTMARKET_REDIS_CA", certificate.certificate().toString());
        environment.put("NIGHTMARKET_MYSQL_CA", certificate.certificate().toString());
        try (Program program = Program.startQuickly(environment);
                Client client = new Client(program.address())) {
            assertEquals(200, client.get("/health/ready", null).status());
            assertTrue(client.get("/shop-type/list", null).success());
            assertEquals(143, program.terminate(), program::output);
        }
    }

    @Test
    void withAnotherCertificateOfMySqlItSaysSoInOneSentence() throws Exception {
        TestCertificates.Pem other = TestCertificates.pem(folder.resolve("other"), "dns:localhost");
        environment.put("NIGHTMARKET_REDIS_CA", certificate.certificate().toString());
        environment.put("NIGHTMARKET_MYSQL_CA", other.certificate().toString());
        try (Program program = Program.startQuickly(environment)) {
            assertEquals(2, program.exitCode(), program::output);
            assertTrue(
                    program.output().startsWith("nightmarket: no encrypted connection to MySQL at "), program::output);
            assertEquals(1, program.output().lines().count(), program::output);
            assertFalse(program.output().contains("secret"), program::output);
        }
    }
}
