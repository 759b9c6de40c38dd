package io.nightmarket.http.request;

import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.SchemaRepository;
import io.vertx.json.schema.Validator;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes a validator once for each schema: each copies the map of all schemas, which costs far more than a check. A validator keeps
 * nothing of what it checks, so threads share it.
 */
final class Validators {
    private final SchemaRepository schemas;
    private final Map<JsonSchema, Validator> made = Collections.synchronizedMap(new IdentityHashMap<>());

    Validators(SchemaRepository schemas) {
        this.schemas = schemas;
    }

    OutputUnit validate(JsonSchema schema, @Nullable Object value) {
        return made.computeIfAbsent(schema, schemas::validator).validate(value);
    }

    boolean isValid(JsonSchema schema, Object value) {
        return Boolean.TRUE.equals(validate(schema, value).getValid());
    }
}
