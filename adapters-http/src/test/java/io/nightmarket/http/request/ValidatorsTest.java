package io.nightmarket.http.request;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.SchemaRepository;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ValidatorsTest {
    private final AtomicInteger made = new AtomicInteger();
    private final SchemaRepository schemas = SchemaRepository.create(
            new JsonSchemaOptions().setBaseUri("https://example.com").setDraft(Draft.DRAFT202012));

    @Test
    void eachSchemaHasOneValidatorThatChecksEachTime() {
        Validators validators = new Validators(counting());
        JsonSchema id = JsonSchema.of(object("type", "integer", "minimum", 1));
        JsonSchema name = JsonSchema.of(object("type", "string", "maxLength", 2));
        assertTrue(validators.isValid(id, 7));
        assertFalse(validators.isValid(id, 0));
        assertTrue(validators.isValid(id, 8));
        assertFalse(validators.isValid(name, "abc"));
        assertEquals(2, made.get());
    }

    private SchemaRepository counting() {
        return (SchemaRepository) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {SchemaRepository.class}, (_, method, arguments) -> {
                    made.incrementAndGet();
                    return method.invoke(schemas, arguments);
                });
    }
}
