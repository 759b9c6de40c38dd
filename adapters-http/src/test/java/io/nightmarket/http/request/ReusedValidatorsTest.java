package io.nightmarket.http.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.Waiting;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.SchemaRepository;
import io.vertx.junit5.VertxExtension;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.contract.Parameter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
final class ReusedValidatorsTest {
    private static final String CONTRACT = """
            {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/a/{id}": {"get": {
              "operationId": "a",
              "parameters": [
                {"name": "id", "in": "path", "required": true, "schema": {"type": "integer", "minimum": 1}},
                {"name": "name", "in": "query", "schema": {"type": "string", "maxLength": 2}}],
              "responses": {"200": {"description": "done"}}}}}}
            """;

    @Test
    void eachSchemaHasOneValidatorThatChecksAsBefore(Vertx vertx) throws Exception {
        OpenAPIContract contract = ReusedValidators.of(Waiting.await(
                OpenAPIContract.from(vertx, new JsonObject(CONTRACT)).toCompletionStage()));
        SchemaRepository schemas = contract.getSchemaRepository();
        JsonSchema id = schema(contract, "id");
        JsonSchema name = schema(contract, "name");
        assertSame(schemas.validator(id), schemas.validator(id));
        assertNotSame(schemas.validator(id), schemas.validator(name));
        assertTrue(schemas.validator(id).validate(7).getValid());
        assertFalse(schemas.validator(id).validate(0).getValid());
        assertTrue(schemas.validator(id).validate(8).getValid());
        assertFalse(schemas.validator(name).validate("abc").getValid());
    }

    @Test
    void allElseIsTheContracts(Vertx vertx) throws Exception {
        OpenAPIContract plain = Waiting.await(
                OpenAPIContract.from(vertx, new JsonObject(CONTRACT)).toCompletionStage());
        OpenAPIContract contract = ReusedValidators.of(plain);
        assertEquals(plain.operations(), contract.operations());
        assertThrows(
                IllegalArgumentException.class,
                () -> contract.getSchemaRepository().validator("https://example.com/none"));
    }

    private static JsonSchema schema(OpenAPIContract contract, String parameter) {
        return contract.operations().getFirst().getParameters().stream()
                .filter(each -> each.getName().equals(parameter))
                .map(Parameter::getSchema)
                .findFirst()
                .orElseThrow();
    }
}
