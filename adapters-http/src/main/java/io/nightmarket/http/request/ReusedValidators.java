package io.nightmarket.http.request;

import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.SchemaRepository;
import io.vertx.json.schema.Validator;
import io.vertx.openapi.contract.OpenAPIContract;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Makes a validator once for each schema. Vert.x makes one for each value that it checks, and each copies the map of all schemas, which was
 * a third of a login's processor time. A validator keeps nothing of what it checks, so threads share it; the schemas are those of the contract.
 */
final class ReusedValidators {
    private ReusedValidators() {}

    /** The same contract, whose repository of schemas reuses validators. */
    static OpenAPIContract of(OpenAPIContract contract) {
        SchemaRepository schemas = contract.getSchemaRepository();
        Map<JsonSchema, Validator> made = Collections.synchronizedMap(new IdentityHashMap<>());
        SchemaRepository reusing = proxy(
                SchemaRepository.class,
                schemas,
                (method, arguments) -> method.getName().equals("validator")
                                && arguments.length == 1
                                && arguments[0] instanceof JsonSchema schema
                        ? Optional.of(made.computeIfAbsent(schema, schemas::validator))
                        : Optional.empty());
        return proxy(
                OpenAPIContract.class,
                contract,
                (method, _) ->
                        method.getName().equals("getSchemaRepository") ? Optional.of(reusing) : Optional.empty());
    }

    /** @param instead answers a call; empty leaves it to the target */
    private static <T> T proxy(Class<T> type, T target, BiFunction<Method, Object[], Optional<Object>> instead) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, method, given) -> {
            Object[] arguments = given == null ? new Object[0] : given;
            Optional<Object> answer = instead.apply(method, arguments);
            return answer.isPresent() ? answer.get() : call(method, target, arguments);
        }));
    }

    private static @Nullable Object call(Method method, Object target, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
