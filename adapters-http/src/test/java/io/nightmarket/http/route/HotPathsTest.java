package io.nightmarket.http.route;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vertx.core.http.HttpMethod;
import io.vertx.openapi.contract.Operation;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HotPathsTest {
    private static Operation operation(HttpMethod method, String path) {
        Map<String, Object> answers = Map.of("getOpenAPIPath", path, "getHttpMethod", method);
        return (Operation) Proxy.newProxyInstance(
                HotPathsTest.class.getClassLoader(),
                new Class<?>[] {Operation.class},
                (_, asked, _) -> answers.get(asked.getName()));
    }

    @ParameterizedTest
    @CsvSource({"/shop/{id}, /shop/{name}", "/shop, /shop"})
    void twoOperationsOfOnePathAreRefused(String path, String other) {
        HotPaths paths = new HotPaths();
        paths.add(operation(HttpMethod.GET, path), _ -> {});
        Operation second = operation(HttpMethod.POST, other);
        assertThrows(IllegalArgumentException.class, () -> paths.add(second, _ -> {}));
    }
}
