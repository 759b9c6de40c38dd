package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class RequestFileTest {
    private static final Pattern NAME = Pattern.compile("(?m)^# @name (\\w+)$");
    private static final Pattern OPERATION = Pattern.compile("\"operationId\":\"(\\w+)\"");

    private final String file = RequestFile.text("http://localhost:8080");

    @Test
    void everyOperationOfTheContractIsARequest() throws IOException {
        List<String> operations = found(OPERATION, Contract.read().encode());
        assertFalse(operations.isEmpty());
        assertEquals(
                operations.stream().sorted().toList(),
                found(NAME, file).stream().sorted().toList());
    }

    @Test
    void everyParameterHasItsExample() {
        file.lines().filter(line -> line.contains("{{host}}")).forEach(line -> {
            assertFalse(line.replace("{{host}}", "").contains("{"), line);
            assertFalse(line.contains("null"), line);
        });
    }

    @Test
    void aRequestHasItsQueryTokenHeadersAndBody() {
        assertTrue(file.contains("POST {{host}}/user/code?phone=13912345678\n\n"), file);
        assertTrue(file.contains("GET {{host}}/user/me\nAuthorization: {{token}}\n"), file);
        String purchase = request("placeFlashOrder");
        assertTrue(purchase.contains("\nIdempotency-Key: "), purchase);
        String login = request("logIn");
        assertFalse(login.contains("Authorization"), login);
        assertEquals(
                new JsonObject().put("phone", "13912345678").put("code", "123456"),
                new JsonObject(login.substring(login.indexOf("\n\n"))));
    }

    private String request(String operation) {
        return List.of(file.split("### ", -1)).stream()
                .filter(request -> request.contains("# @name " + operation + '\n'))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }
}
