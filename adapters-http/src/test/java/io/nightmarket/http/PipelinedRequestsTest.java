package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.nightmarket.domain.account.Role;
import java.io.IOException;
import java.net.SocketException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Requests that are sent without waiting for the answers to those before. */
final class PipelinedRequestsTest extends RoutesTestBase {
    private static final Pattern ANSWER = Pattern.compile("HTTP/1\\.1 200 ");
    private static final String REQUEST = "GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n";
    private static final String LAST = "GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";

    @Test
    void someAreAnswered() throws IOException {
        assertEquals(60, answers(REQUEST.repeat(59) + LAST));
    }

    /** Behind a stream none is answered, and each beyond some number cost a stack trace in the log. */
    @Test
    void manyEndTheConnectionInSilence() throws IOException {
        String stream = "GET /voucher-order/events HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\nauthorization: "
                + client.logIn(Role.SHOPPER) + "\r\n\r\n";
        Logger logger = (Logger) LoggerFactory.getLogger("io.netty.channel");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        try {
            assertTrue(answersOfMany(stream) <= 1);
            assertEquals(60, answers(REQUEST.repeat(59) + LAST));
            assertEquals(List.of(), List.copyOf(lines.list));
        } finally {
            logger.detachAppender(lines);
        }
    }

    /** What was not read when the connection was closed may reset it. */
    private long answersOfMany(String first) throws IOException {
        try {
            return answers(first + REQUEST.repeat(1_000));
        } catch (SocketException e) {
            return 0;
        }
    }

    private long answers(String sent) throws IOException {
        return ANSWER.matcher(new RawClient(node).exchange(sent)).results().count();
    }
}
