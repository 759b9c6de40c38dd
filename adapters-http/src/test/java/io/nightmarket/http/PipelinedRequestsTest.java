package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.testkit.LogLines;
import java.io.IOException;
import java.net.SocketException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

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
        try (LogLines lines = new LogLines("io.netty.channel")) {
            assertTrue(answersOfMany(stream) <= 1);
            assertEquals(60, answers(REQUEST.repeat(59) + LAST));
            assertEquals(List.of(), lines.all());
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
