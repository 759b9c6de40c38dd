package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.vertx.core.http.HttpMethod;
import io.vertx.openapi.contract.Location;
import io.vertx.openapi.contract.Operation;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HEAD is GET without the body, on every path that GET has: its head comes, and the connection goes on. */
final class HeadRequestsTest extends RoutesTestBase {
    private static final String STREAM = "accept: text/event-stream";

    private List<String> targets() {
        return ContractJudge.operations().stream()
                .filter(operation -> operation.getHttpMethod().equals(HttpMethod.GET))
                .map(HeadRequestsTest::target)
                .toList();
    }

    private static String target(Operation operation) {
        String[] target = {operation.getOpenAPIPath() + '?'};
        operation.getParameters().forEach(parameter -> {
            String example = String.valueOf(parameter.getOpenAPIModel().getValue("example"));
            if (parameter.getIn() == Location.PATH) {
                target[0] = target[0].replace('{' + parameter.getName() + '}', example);
            } else if (parameter.isRequired()) {
                target[0] += '&' + parameter.getName() + '=' + example;
            }
        });
        return target[0];
    }

    @Test
    void eachHasTheHeadOfGet() throws IOException {
        String admin = client.logIn(Role.ADMIN);
        List<String> targets = targets();
        assertTrue(targets.size() > 30, () -> "targets: " + targets.size());
        for (String target : targets) {
            String login = AUTH + ": " + admin;
            RawClient.Page get = new RawClient(node).send("GET", target, login);
            RawClient.Page head = new RawClient(node).send("HEAD", target, login);
            assertEquals(get.status(), head.status(), target);
            Stream.of("content-type", "cache-control", "etag")
                    .forEach(name -> assertEquals(get.header(name), head.header(name), target));
            assertEquals("", head.body(), target);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/voucher-order/events", "/blog/of/follow/unread/events", "/api/voucher-order/events?after=1"})
    void aStreamEndsAfterItsHead(String path) throws IOException {
        String token = client.logIn(Role.SHOPPER);
        String request = path + " HTTP/1.1\r\nhost: x\r\n" + STREAM + "\r\n" + AUTH + ": " + token + "\r\n\r\n";
        try (EventListener own =
                path.contains("unread") ? EventListener.ofUnread(node, token) : new EventListener(node, token)) {
            own.awaits("retry:");
            String answers = new RawClient(node)
                    .exchange(("HEAD " + request).repeat(7)
                            + "GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
            assertEquals(7, answers.split("content-type: text/event-stream", -1).length - 1, answers);
            assertEquals(8, answers.split("HTTP/1.1 200 OK", -1).length - 1, answers);
            assertFalse(own.hears("\r\n0\r\n"), "it would end, if HEAD took places");
        }
    }
}
