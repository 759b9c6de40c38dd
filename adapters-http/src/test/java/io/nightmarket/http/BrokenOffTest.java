package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.nightmarket.http.answer.Problems;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** A client that goes away in the middle of its request is no failure of the server. */
@Isolated("it listens to a logger that every refused request of other tests writes to")
final class BrokenOffTest extends RoutesTestBase {
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
        HttpClientAgent broken = node.vertx.createHttpClient(
                new HttpClientOptions().setProtocolVersion(version).setHttp2ClearTextUpgrade(false));
        try {
            HttpClientRequest request = await(broken.request(HttpMethod.POST, node.port(), "127.0.0.1", "/user/login"));
            request.putHeader("content-type", "application/json").setChunked(true);
            await(request.write(Buffer.buffer("{\"phone\":")));
            assertEquals(version, request.version());

            var _ = request.reset();

            ILoggingEvent line = lines.poll(20, TimeUnit.SECONDS);
            assertEquals(Level.DEBUG, line == null ? null : line.getLevel());
        } finally {
            await(broken.close());
        }
    }

    private static <T> T await(Future<T> future) throws TimeoutException {
        return future.await(20, TimeUnit.SECONDS);
    }
}
