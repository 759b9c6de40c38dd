package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.vertx.core.http.HttpMethod;
import io.vertx.openapi.contract.Operation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Forms whose head or parts can't be read are answered, on every route that has a body or none; never as a fault of ours. */
final class OddFormsTest extends RoutesTestBase {
    private static final List<String> HEADS = List.of(
            "multipart/form-data",
            "multipart/form-data;boundary",
            "multipart/form-data; boundary=",
            "multipart/form-data; boundary=\"",
            "multipart/form-data; boundary=x; charset=foo",
            "multipart/form-data; boundary=x; charset=a b",
            "multipart/form-data; boundary=x; charset",
            "multipart/form-data, boundary=x",
            "MULTIPART/FORM-DATA;;boundary=x",
            "multipart/form-datax",
            "multipart/mixed; boundary=x",
            "application/x-www-form-urlencoded; charset=foo",
            "application/x-www-form-urlencodedx");

    private static final List<String> UNREADABLE = List.of(HEADS.get(1), HEADS.get(4), HEADS.get(5));

    private static final String FORM = "multipart/form-data; boundary=x";

    private static final List<String> PARTS = List.of(
            part("form-data; name=\"phone\"; filename=\"a\"", "image/png; charset=\"a b\""),
            part("form-data; name=\"phone\"; filename=\"a\"", "image/png; charset=foo"),
            part("form-data; name=\"phone\"", "text/plain; charset=foo"),
            part("form-data; name=\"file\"; filename=\"a\"", "image/png; charset=\"a b\""),
            part("form-data; name=\"\"", "text/plain"),
            part("form-data", "text/plain"),
            part("form-data; name=\"file\"; filename*=foo''a", "text/plain"),
            part("form-data; name=\"file\"; filename*=%%", "text/plain"),
            part("form-data; name=\"phone\"", "multipart/mixed"),
            part("attachment; name=\"phone\"", "multipart/mixed; boundary=x"),
            part("form-data; name=\"file\"; filename=\"a\"", "image/png\r\nContent-Length: x"),
            part("form-data; name=\"file\"; filename=\"a\"", "image/png\r\nContent-Transfer-Encoding: foo"),
            "--x\r\n\r\nx\r\n--x--\r\n",
            "--x\r\nContent-Disposition\r\n\r\nx\r\n--x--\r\n",
            "--x",
            "--x--",
            "phone=%zz");

    private List<String> callers = List.of();

    private static String part(String disposition, String type) {
        return "--x\r\nContent-Disposition: " + disposition + "\r\nContent-Type: " + type + "\r\n\r\nx\r\n--x--\r\n";
    }

    @BeforeAll
    void logIn() {
        callers = List.of(FORGED, client.logIn(Role.ADMIN), client.logIn(Role.SHOPPER));
    }

    private List<Operation> operations() {
        List<Operation> all = ContractJudge.operations().stream()
                .filter(operation -> !operation.getHttpMethod().equals(HttpMethod.GET))
                .toList();
        assertTrue(all.size() > 30, () -> "operations: " + all.size());
        return all;
    }

    @Test
    void formsThatCanNotBeReadAreAnswered() {
        List<Operation> operations = operations();
        for (Operation operation : operations) {
            String caller = callers.get(1);
            HEADS.forEach(head -> isAnswered(operation, FORGED, head, "x"));
            HEADS.forEach(head -> isAnswered(operation, caller, head, "x"));
            HEADS.forEach(head -> isAnswered(operation, caller, head, PARTS.getFirst()));
            PARTS.forEach(parts -> isAnswered(operation, caller, FORM, parts));
            isAnswered(operation, caller, "application/x-www-form-urlencoded", "phone=%zz&a=%");
        }
    }

    private void isAnswered(Operation operation, String caller, String head, String body) {
        String what = operation.getOperationId() + ' ' + head + ' ' + body;
        String answer = exchange(operation, caller, head, body);
        assertTrue(answer.matches("(?s)HTTP/1.1 (200|400|401|403|415|429) .*"), () -> what + ": " + answer);
        boolean wantsJson = operation.getRequestBody() != null
                && operation.getRequestBody().getContent().containsKey("application/json");
        assertFalse(wantsJson && answer.matches("(?s)HTTP/1.1 (200|400) .*"), () -> what + ": " + answer);
        boolean isUnreadable = UNREADABLE.contains(head) || (head.equals(FORM) && body.contains("a b"));
        boolean readsBody = !operation.getOperationId().equals("placeFlashOrder");
        assertFalse(readsBody && isUnreadable && answer.contains("\"success\":true"), () -> what + ": " + answer);
    }

    private String exchange(Operation operation, String caller, String head, String body) {
        String path = operation.getOpenAPIPath().replaceAll("\\{\\w+}", "1");
        try {
            return new RawClient(node)
                    .exchange(operation.getHttpMethod().name() + ' ' + path + " HTTP/1.1\r\nhost: x\r\n" + AUTH + ": "
                            + caller + "\r\ncontent-type: " + head + "\r\ncontent-length: " + body.length()
                            + "\r\nconnection: close\r\n\r\n" + body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A front end may say that it sends a form where it sends nothing. */
    @Test
    void aFormIsNoHarmWhereNoBodyIsWanted() {
        for (String head : HEADS) {
            assertEquals(
                    200,
                    client.send(client.request("/user/sign", AUTH, callers.getLast(), "content-type", head)
                                    .POST(BodyPublishers.ofString(""))
                                    .build())
                            .status());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/x-www-form-urlencoded | phone=%s",
                "Application/X-WWW-Form-Urlencoded; charset=UTF-8 | a=1&phone=%s&phone=2",
                "multipart/form-data; boundary=x | "
                        + "--x\\r\\nContent-Disposition: form-data; name=\"phone\"\\r\\n\\r\\n%s\\r\\n--x--\\r\\n"
            })
    void thePhoneMayComeAsAForm(String type, String body) {
        String phone = TestClient.newPhone();
        String form = body.replace("\\r\\n", "\r\n").formatted(phone);
        Reply reply = client.send(client.request("/user/code", "content-type", type)
                .POST(BodyPublishers.ofString(form))
                .build());
        assertEquals(200, reply.status());
        Objects.requireNonNull(client.code(phone));
    }

    /** The next request on the connection is answered as well, also where the login has to be looked up while the body waits. */
    @ParameterizedTest
    @CsvSource({"POST /user/login, 415", "POST /upload/blog, 400"})
    void theConnectionGoesOn(String target, int status) throws IOException {
        for (String body : Stream.concat(PARTS.stream(), Stream.of("x")).toList()) {
            node.clock.advance(Duration.ofSeconds(6));
            String answers = new RawClient(node)
                    .exchange(target + " HTTP/1.1\r\nhost: x\r\n" + AUTH + ": " + callers.getLast()
                            + "\r\ncontent-type: " + FORM + "\r\ncontent-length: " + body.length() + "\r\n\r\n" + body
                            + "GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
            assertTrue(answers.contains("{\"status\":\"UP\""), answers);
            // A file is one whatever its length or coding is said to be.
            boolean isFile = status == 400 && answers.startsWith("HTTP/1.1 200 ");
            assertTrue(isFile || answers.startsWith("HTTP/1.1 " + status + ' '), () -> body + ": " + answers);
        }
    }
}
