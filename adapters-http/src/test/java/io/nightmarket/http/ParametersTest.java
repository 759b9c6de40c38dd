package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.vertx.core.http.HttpMethod;
import io.vertx.json.schema.common.dsl.SchemaType;
import io.vertx.openapi.contract.Location;
import io.vertx.openapi.contract.MediaType;
import io.vertx.openapi.contract.Operation;
import io.vertx.openapi.contract.Parameter;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every parameter of the contract means one thing, to its check as to its endpoint. */
final class ParametersTest extends RoutesTestBase {
    private static final List<String> NO_NUMBERS = List.of(
            "%201",
            "1%20",
            "1%09",
            "1%0A",
            "%2B1",
            "+1",
            "1.0",
            "1.5",
            "1e0",
            "0x1",
            "%EF%BC%91",
            "1%00",
            "true",
            "null",
            "%221%22",
            "%2531",
            "1%2531",
            "9223372036854775808",
            "12345678901234567890",
            "-",
            "--1",
            "1-",
            "1,2");

    private static final List<String> NO_IDS = List.of("0", "-1", "abc", "00000000000000000001", "1;2");
    private static final List<String> NO_FLAGS = List.of(
            "true%20",
            "%20true", "true%0A", "TRUE", "True", "1", "0", "yes", "%22true%22", "tru%2565", "null", "truefalse");

    private static final List<String> KEYS_OF_LOCKS =
            List.of("-1", "1.5", "100%25", "a%20b", "%2541", "%22quoted%22", "{}", "null", "true", "a+b", "a%2Bb");

    /** One of them does not come without the other. */
    private static final Set<String> PLACE = Set.of("x", "y");

    /** What is there to be seen, or one of three: without it a request is refused before its other parameters matter. */
    private static final Set<String> UNBOUND = Set.of("watchUnread", "listNotices", "searchOrders");

    private String admin = "";

    @BeforeAll
    void logIn() {
        node.shops.add(Shops.shop(1));
        admin = client.logIn(Role.ADMIN);
    }

    private void forEach(Location in, BiConsumer<Operation, Parameter> use) {
        for (Operation operation : ContractJudge.operations()) {
            for (Parameter parameter : operation.getParameters()) {
                if (parameter.getIn() == in && !UNBOUND.contains(operation.getOperationId())) {
                    use.accept(operation, parameter);
                }
            }
        }
    }

    /** Its examples, with this value for one parameter; those of the query that may be left out are. */
    private Reply ask(Operation operation, Parameter changed, String value) {
        String path = operation.getOpenAPIPath();
        StringBuilder query = new StringBuilder();
        for (Parameter each : operation.getParameters()) {
            boolean isOtherHalf =
                    !value.isEmpty() && PLACE.contains(changed.getName()) && PLACE.contains(each.getName());
            boolean isChanged = each.getName().equals(changed.getName()) && each.getIn() == changed.getIn();
            String text =
                    isChanged ? value : String.valueOf(each.getOpenAPIModel().getValue("example"));
            if (each.getIn() == Location.PATH) {
                path = path.replace('{' + each.getName() + '}', text);
            } else if (each.getIn() == Location.QUERY && (isChanged || each.isRequired() || isOtherHalf)) {
                query.append('&').append(each.getName()).append('=').append(text);
            }
        }
        HttpMethod method = operation.getHttpMethod();
        MediaType json = operation.getRequestBody() == null
                ? null
                : operation.getRequestBody().getContent().get("application/json");
        String body = json == null
                ? ""
                : json.getOpenAPIModel().getJsonObject("example").encode();
        return method.equals(HttpMethod.GET)
                ? client.get(path + '?' + query, AUTH, admin)
                : client.method(method.name(), path + '?' + query, body, AUTH, admin);
    }

    private void isRefused(Operation operation, Parameter parameter, String value) {
        Reply reply = ask(operation, parameter, value);
        String what = operation.getOperationId() + ' ' + parameter.getName() + '=' + value;
        assertEquals(400, reply.status(), what);
        assertEquals("请求格式错误：" + parameter.getName(), reply.text(), what);
    }

    @Test
    void aNumberInThePathIsDigits() {
        forEach(Location.PATH, (operation, parameter) -> {
            if (parameter.getSchemaType() == SchemaType.INTEGER) {
                Stream.concat(NO_NUMBERS.stream(), NO_IDS.stream())
                        .forEach(value -> isRefused(operation, parameter, value));
                assertEquals(
                        ask(operation, parameter, "7").status(),
                        ask(operation, parameter, "007").status(),
                        operation.getOperationId());
            }
        });
    }

    @Test
    void aNumberInTheQueryIsDigits() {
        forEach(Location.QUERY, (operation, parameter) -> {
            if (parameter.getSchemaType() == SchemaType.INTEGER) {
                NO_NUMBERS.stream()
                        .filter(value ->
                                value.length() < 19 || !parameter.getName().equals("current"))
                        .forEach(value -> isRefused(operation, parameter, value));
                assertEquals(200, ask(operation, parameter, "01").status(), operation.getOperationId());
            }
        });
    }

    @Test
    void aFlagIsTrueOrFalse() {
        forEach(Location.PATH, (operation, parameter) -> {
            if (parameter.getSchemaType() == SchemaType.BOOLEAN) {
                NO_FLAGS.forEach(value -> isRefused(operation, parameter, value));
            }
        });
    }

    @Test
    void aNumberInTheQueryHasBounds() {
        forEach(Location.QUERY, (operation, parameter) -> {
            Number least = parameter.getSchema().get("minimum");
            Number most = parameter.getSchema().get("maximum");
            if (least != null) {
                isRefused(operation, parameter, Long.toString(least.longValue() - 1));
            }
            if (most != null) {
                isRefused(operation, parameter, Long.toString(most.longValue() + 1));
            }
        });
    }

    @Test
    void aWordIsOneOfThoseThatAreListed() {
        forEach(Location.QUERY, (operation, parameter) -> {
            if (parameter.getSchema().containsKey("enum")) {
                isRefused(operation, parameter, "id;DROP");
                isRefused(operation, parameter, parameter.getOpenAPIModel().getValue("example") + "%20");
            }
        });
    }

    /** Front ends of forks send what was not chosen as an empty value. */
    @Test
    void anEmptyValueInTheQueryCountsAsLeftOut() {
        forEach(Location.QUERY, (operation, parameter) -> {
            if (parameter.isRequired()) {
                isRefused(operation, parameter, "");
            } else if (!parameter.getName().equals("phone")) {
                Reply without = client.get("/health/live");
                Reply reply = ask(operation, parameter, "");
                assertTrue(
                        reply.status() == without.status() || reply.status() == 404,
                        operation.getOperationId() + ' ' + parameter.getName());
            }
        });
        assertEquals(
                200,
                client.get("/voucher-order/of/me?status=&cursor=&size=", AUTH, admin)
                        .status());
    }

    @Test
    void aTextIsTakenAsItWasSent() {
        KEYS_OF_LOCKS.forEach(key -> assertEquals(
                200,
                client.delete("/admin/locks/" + key.replace("{}", "%7B%7D"), AUTH, admin)
                        .status(),
                key));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-1", "1.5", "1e5", "a%20b", "100%", "%", "\"quoted\"", "{\"a\":1}", "null", "true", "a+b", "[1]"
            })
    void aHeaderIsTakenAsItWasSent(String key) {
        client.method("POST", "/voucher-order", "{\"voucherId\":404}", AUTH, admin, "Idempotency-Key", key)
                .isRefused(200, "VOUCHER_NOT_FOUND");
        client.method("POST", "/voucher-order", "{\"voucherId\":404}", AUTH, admin, "Idempotency-Key", key)
                .isRefused(200, "VOUCHER_NOT_FOUND");
        client.method("POST", "/voucher-order", "{\"voucherId\":405}", AUTH, admin, "Idempotency-Key", key)
                .isRefused(200, "KEY_REUSED");
    }

    /** The first of several values counts everywhere. */
    @Test
    void ofSeveralValuesTheFirstCounts() {
        assertEquals(
                200,
                client.get("/voucher-order/of/me?size=1&size=x", AUTH, admin).status());
        client.get("/voucher-order/of/me?size=x&size=1", AUTH, admin).isRefused(400, "BAD_REQUEST");
        assertEquals(
                200,
                client.get("/voucher-order/of/me?cursor=&cursor=x", AUTH, admin).status());
    }
}
