package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.nightmarket.http.answer.Problems;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.SelfSignedCertificate;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** A client that goes away in the middle of its request is no failure of the server. */
@ExtendWith(VertxExtension.class)
@Isolated("it listens to a logger that every refused request of other tests writes to")
final class BrokenOffTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(Problems.class);
    private final BlockingQueue<ILoggingEvent> lines = new LinkedBlockingQueue<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent line) {
            lines.add(line);
        }
    };

    @BeforeEach
    void listen() {
        appender.start();
        logger.setAdditive(false);
        logger.setLevel(Level.DEBUG);
        logger.addAppender(appender);
    }

    @AfterEach
    void listenNoMore() {
        logger.detachAppender(appender);
        logger.setLevel(null);
        logger.setAdditive(true);
    }

    @ParameterizedTest
    @EnumSource(
            value = HttpVersion.class,
            names = {"HTTP_1_1", "HTTP_2"})
    void aClientThatBreaksOffIsNotLoggedAsAFailure(HttpVersion version) throws Exception {
        SelfSignedCertificate certificate = SelfSignedCertificate.create("localhost");
        // Nodes of one Vert.x share one port, and what it is encrypted with.
        Vertx vertx = Vertx.vertx();
        TestNode encrypted = HttpsTest.encrypted(vertx, certificate, Duration.ofSeconds(60));
        HttpClientAgent broken = vertx.createHttpClient(HttpsTest.trusting(certificate, version));
        try {
            HttpClientRequest request =
                    await(broken.request(HttpMethod.POST, encrypted.port(), "localhost", "/user/login"));
            request.putHeader("content-type", "application/json").setChunked(true);
            await(request.write(Buffer.buffer("{\"phone\":")));
            assertEquals(version, request.version());

            var _ = request.reset();

            ILoggingEvent line = lines.poll(20, TimeUnit.SECONDS);
            assertEquals(Level.DEBUG, line == null ? null : line.getLevel());
        } finally {
            await(broken.close());
            await(vertx.close());
            certificate.delete();
        }
    }

    @Test
    void aBodyThatCannotBeReadIsNotLoggedAsAFailure(Vertx vertx) throws Exception {
        List<String> sent = List.of(
                "POST /user/login HTTP/1.1",
                "host: x",
                "transfer-encoding: chunked",
                "",
                "100000002",
                "{}",
                "0",
                "",
                "");
        String answer = new RawClient(new TestNode(vertx)).exchange(String.join("\r\n", sent));
        assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
        ILoggingEvent line = lines.poll(20, TimeUnit.SECONDS);
        assertEquals(Level.DEBUG, line == null ? null : line.getLevel());
    }

    private static <T> T await(Future<T> future) throws TimeoutException {
        return future.await(20, TimeUnit.SECONDS);
    }
}
