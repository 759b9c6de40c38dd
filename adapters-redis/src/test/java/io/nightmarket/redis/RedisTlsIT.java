package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.testkit.FreePort;
import io.nightmarket.testkit.OwnServer;
import io.nightmarket.testkit.TestCertificates;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A Redis with a certificate for {@code localhost}, which is not the name 127.0.0.1. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
final class RedisTlsIT {
    private static final String PASSWORD = "secret";

    private final Vertx vertx = Vertx.vertx();
    private TestCertificates.Pem certificate;
    private OwnServer server;
    private int port;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        certificate = TestCertificates.pem(folder.resolve("certificate"), "dns:localhost");
        port = FreePort.any();
        server = OwnServer.redis(
                folder.resolve("data"),
                PASSWORD,
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
    }

    @AfterAll
    void stop() {
        server.close();
        await(vertx.close().toCompletionStage());
    }

    @Test
    void withTheCertificateItConnects() {
        RedisAdapters adapters = await(connect("localhost", Optional.of(certificate.certificate())));
        await(adapters.ping());
        await(adapters.close());
    }

    @Test
    void withoutTheCertificateItIsRefused() {
        Unavailable refused = failureOf(Unavailable.class, connect("localhost", Optional.empty()));
        String said = String.valueOf(refused.getMessage());
        assertTrue(said.startsWith("no encrypted connection to Redis ('redis-ca'): "), said);
    }

    @Test
    void anotherHostNameIsRefused() {
        Unavailable _ = failureOf(Unavailable.class, connect("127.0.0.1", Optional.of(certificate.certificate())));
    }

    @Test
    void anAddressWithoutTlsIsRefusedWithTheQuestion() {
        Unavailable refused = failureOf(
                Unavailable.class,
                RedisAdapters.connect(
                        vertx,
                        new RedisConfig(
                                "redis://:" + PASSWORD + "@localhost:" + port,
                                Duration.ofSeconds(10),
                                1_000,
                                200_000,
                                60,
                                Optional.empty())));
        String said = String.valueOf(refused.getMessage());
        assertTrue(said.endsWith("does this server speak TLS? With it its address begins with rediss://"), said);
    }

    private CompletionStage<RedisAdapters> connect(String host, Optional<Path> ca) {
        String uri = "rediss://:" + PASSWORD + '@' + host + ':' + port;
        return RedisAdapters.connect(vertx, new RedisConfig(uri, Duration.ofSeconds(10), 1_000, 200_000, 60, ca));
    }
}
